"""What is printed while something goes on (INIT-77)."""

from trainyard_initializer.progress import Progress


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


def test_nothing_is_said_before_it_is_known_what_there_is_to_do():
    """INIT-77"""
    assert Progress(None, Clock()).line() is None


def test_a_line_says_how_far_it_is_and_only_when_that_has_changed():
    """INIT-77"""
    clock = Clock()
    progress = Progress(None, clock)
    progress.expect(2048, 2)
    progress.have(1024, 1)
    clock.now = 2.0
    progress.add(512)
    assert progress.line() == "fetched 75% (1.5 KiB of 2.0 KiB, 1 of 2 files, 256 bytes/s)"
    assert progress.line() is None


def test_what_is_waited_for_is_said_once_and_again_after_something_else():
    """INIT-77"""
    progress = Progress(None, Clock())
    progress.wait("the store is away")
    assert [progress.line(), progress.line()] == ["the store is away", None]
    progress.wait("")
    assert progress.line() is None
    progress.wait("the store is away")
    assert progress.line() == "the store is away"
