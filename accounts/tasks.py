"""Background work on accounts."""

from celery import shared_task

from accounts import forgetting


@shared_task(name="accounts.tasks.forget")
def forget() -> None:
    """Forget accounts that were deleted a week ago, and guests who have not come back."""
    forgetting.forget()
