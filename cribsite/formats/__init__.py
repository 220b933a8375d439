"""How the site writes dates, in place of Django's own ways; Django looks here by language."""
