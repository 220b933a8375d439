from django.db import migrations

# No row is touched when a table is emptied as a whole, so that has a trigger of its own.
REFUSE = """
CREATE TRIGGER settlements_are_not_emptied BEFORE TRUNCATE ON ratings_settlement
    FOR EACH STATEMENT EXECUTE FUNCTION ratings_refuse_change();
CREATE TRIGGER entries_are_not_emptied BEFORE TRUNCATE ON ratings_entry
    FOR EACH STATEMENT EXECUTE FUNCTION ratings_refuse_change();
"""
ALLOW = """
DROP TRIGGER settlements_are_not_emptied ON ratings_settlement;
DROP TRIGGER entries_are_not_emptied ON ratings_entry;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("ratings", "0002_leaderboards"),
    ]

    operations = [
        migrations.RunSQL(REFUSE, ALLOW),
    ]
