"""The vault's files, through whatever file system is given: littlefs on the board.

littlefs makes a file's new content valid when it is closed, all at once: a cut before that leaves
the old content. Everything here opens, writes and closes in one call.
"""


class Files:
    """Plain files in one folder. `opener` is `open`, `system` has what is used of `os`."""

    def __init__(self, folder, opener, system):
        self._folder = folder  # ends with "/"
        self._open = opener
        self._system = system

    def prepare(self):
        """Make the folder when there is none."""
        try:
            self._system.mkdir(self._folder[:-1])
        except OSError:
            pass

    def names(self):
        """What is there, sorted; nothing when there is no folder."""
        try:
            return sorted(self._system.listdir(self._folder[:-1]))
        except OSError:
            return []

    def read(self, name):
        """The whole content, or None."""
        try:
            with self._open(self._folder + name, "rb") as file:
                return file.read()
        except OSError:
            return None

    def open(self, name):
        """For reading, with `seek` and `readline`."""
        return self._open(self._folder + name, "rb")

    def write(self, name, parts):
        """The file holds these parts and nothing else; valid as a whole when this returns."""
        self._put(name, "wb", parts)

    def append(self, name, parts):
        """The file goes on with these parts; valid as a whole when this returns."""
        self._put(name, "ab", parts)

    def _put(self, name, mode, parts):
        with self._open(self._folder + name, mode) as file:
            for part in parts:
                file.write(part)

    def appending(self, name, parts):
        """As `append`, piece by piece: a generator that stops after every part."""
        with self._open(self._folder + name, "ab") as file:
            for part in parts:
                file.write(part)
                yield

    def remove(self, name):
        try:
            self._system.remove(self._folder + name)
        except OSError:
            pass

    def free(self):
        """Bytes that can still be written, or None when the file system does not tell."""
        try:
            told = self._system.statvfs(self._folder[:-1])
        except (OSError, AttributeError):
            return None
        return told[0] * told[3]
