import django.db.models.deletion
from django.db import migrations, models


def keep_names_taken_before(apps, schema_editor):
    """The log knows which names were taken away, and what was given instead."""
    from accounts.renaming.taken_away import letters_of

    LogEntry = apps.get_model("accounts", "LogEntry")
    NameTakenAway = apps.get_model("accounts", "NameTakenAway")
    lifted = set(LogEntry.objects.filter(action="lift").values_list("after__sanction", flat=True))
    taken = LogEntry.objects.filter(action="impose", after__kind="rename", before__has_key="name")
    for line in taken.iterator():
        if line.after["sanction"] not in lifted:
            NameTakenAway.objects.create(
                sanction_id=line.after["sanction"],
                letters=letters_of(line.before["name"]),
                instead=line.after["name"],
            )


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0010_who_has_left_has_no_name'),
    ]

    operations = [
        migrations.CreateModel(
            name='NameTakenAway',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('letters', models.CharField(db_index=True, max_length=96)),
                ('instead', models.CharField(max_length=24)),
                ('sanction', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='accounts.sanction')),
            ],
        ),
        migrations.CreateModel(
            name='Renaming',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='accounts.player')),
            ],
        ),
        migrations.RunPython(keep_names_taken_before, migrations.RunPython.noop),
    ]
