"""The native code is optional: where no compiler is found, the package is built without it and is slower.

With `COREFSCORE_KERNEL=required`, as for wheels that others install, the build fails instead.

The same sources make the same files, byte by byte, whenever and wherever they are built.
"""

import gzip
import io
import os
import re
import sys
import sysconfig
import tarfile
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.sdist import sdist

FOLDER = Path("src/corefscore/_native")
SOURCES, HEADERS = ([str(path) for path in sorted(FOLDER.glob(pattern))] for pattern in ("*.c", "*.h"))

# One wheel serves Python 3.11 and all later versions. Buffers are not in the limited API of 3.10, and free-threaded
# builds have no limited API yet, so these get wheels of their own.
LIMITED = sys.version_info >= (3, 11) and not sysconfig.get_config_var("Py_GIL_DISABLED")

# The time of all files in wheels and archives; a zip file knows no time before 1980.
TIME = int(os.environ.setdefault("SOURCE_DATE_EPOCH", "315532800"))


class SameArchive(sdist):
    """An archive of the sources without times, owners and chance."""

    def make_archive(self, base_name, format, root_dir=None, base_dir=None, owner=None, group=None):  # noqa: A002
        archive = super().make_archive(base_name, format, root_dir, base_dir, owner, group)
        if archive.endswith(".tar.gz"):
            Path(archive).write_bytes(_without_chance(archive))
        return archive


def _without_chance(archive: str) -> bytes:
    plain = io.BytesIO()
    with tarfile.open(archive) as old, tarfile.open(fileobj=plain, mode="w", format=tarfile.PAX_FORMAT) as new:
        for member in sorted(old.getmembers(), key=lambda each: each.name):
            member.mtime, member.uid, member.gid, member.uname, member.gname = TIME, 0, 0, "", ""
            member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            member.pax_headers = {}
            new.addfile(member, old.extractfile(member) if member.isfile() else None)
    return gzip.compress(plain.getvalue(), mtime=TIME)


def _arguments() -> list[str]:
    """What keeps the folder of the build out of the native code."""
    return [] if os.name == "nt" else [f"-ffile-prefix-map={Path.cwd()}=."]


def _readme() -> str:
    """The README for PyPI, where links and pictures need the address of the repository."""
    home = re.search('Homepage = "(.+)"', Path("pyproject.toml").read_text(encoding="utf-8"))[1]

    def with_address(link: re.Match[str]) -> str:
        return f"{link[0]}{home}/{'raw' if link[1] else 'blob'}/main/"

    return re.sub(r"(!?)\[[^]]*\]\((?![a-z]+:|#)", with_address, Path("README.md").read_text(encoding="utf-8"))


setup(
    long_description=_readme(),
    long_description_content_type="text/markdown",
    cmdclass={"sdist": SameArchive},
    ext_modules=[
        Extension(
            "corefscore._native.compiled",
            SOURCES,
            depends=HEADERS,
            define_macros=[("Py_LIMITED_API", "0x030B0000")] if LIMITED else [],
            extra_compile_args=_arguments(),
            py_limited_api=LIMITED,
            optional=os.environ.get("COREFSCORE_KERNEL") != "required",
        )
    ],
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if LIMITED else {},
)
