"""The reason for which a sanction was lifted stands with it; so far the log alone had it."""

from django.db import migrations, models


def take_from_the_log(apps, schema_editor):
    """The granted appeals are lifted in the log as well, but their answer stands with them."""
    entries = apps.get_model("accounts", "LogEntry").objects.filter(action="lift")
    sanctions = apps.get_model("accounts", "Sanction").objects
    for number, reason in entries.values_list("before__sanction", "reason").iterator():
        sanctions.filter(pk=number).exclude(appeal__granted=True).update(lifted_for=reason[:500])


class Migration(migrations.Migration):
    dependencies = [("accounts", "0011_renaming")]

    operations = [
        migrations.AddField(
            model_name="sanction",
            name="lifted_for",
            field=models.CharField(blank=True, max_length=500),
        ),
        migrations.RunPython(take_from_the_log, migrations.RunPython.noop),
    ]
