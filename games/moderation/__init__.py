"""What moderators see and do: reports and their evidence, measures, appeals, the log."""
