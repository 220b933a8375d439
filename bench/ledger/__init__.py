"""A large ledger to measure with."""
