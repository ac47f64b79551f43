"""Kernels as copies of a process that has everything loaded (`mother`), where the system can copy processes safely.

That is Linux. Elsewhere, and for notebooks that ask for another kind of kernel, each is started by itself as usual.
"""

from __future__ import annotations

import asyncio
import json
import os
import select
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

from jupyter_client.connect import KernelConnectionInfo
from jupyter_client.provisioning.local_provisioner import LocalProvisioner

NAME = "tabletop-nursery"  # among the provisioners that Jupyter finds by their names (pyproject.toml)
MOTHER = "widgets.voila.mother"
LAUNCHER = "ipykernel_launcher"
HOUSE = Path(__file__).parents[2]  # where `widgets` lies; in any other folder somebody's own files might be in its way
LONGEST_ANSWER = 64  # bytes; it is a number


class Copied(LocalProvisioner):
    """A kernel that began as a copy; for Jupyter it is a process like others."""

    async def launch_kernel(self, cmd: list[str], **options: Any) -> KernelConnectionInfo:
        if not _can_copy(cmd):
            return await super().launch_kernel(cmd, **options)
        folder = str(options.get("cwd") or os.getcwd())
        words = cmd[cmd.index(LAUNCHER) :]
        try:
            kernel = await nursery().copy(words, folder, options["env"], options["stdout"])
        except OSError:
            self.log.exception("A kernel could not be copied, so it is started on its own.")
            return await super().launch_kernel(cmd, **options)
        self.process: Any = kernel
        self.pid = self.pgid = kernel.pid
        self.cwd = folder
        return self.connection_info


def _can_copy(cmd: list[str]) -> bool:
    return hasattr(os, "pidfd_open") and cmd[0] == sys.executable and LAUNCHER in cmd


class Nursery:
    """The server's end of the line to the mother process; if she has ended, there is a new one."""

    def __init__(self) -> None:
        self._mother: subprocess.Popen[bytes] | None = None
        self._line = socket.socket()
        self._turn = asyncio.Lock()  # one question at a time, so that each gets its own answer

    async def copy(self, words: list[str], folder: str, environment: dict[str, str], log: Any) -> Kernel:
        """A new kernel, started with these words in this folder."""
        request = json.dumps({"argv": words, "cwd": folder, "env": environment}).encode()
        loop = asyncio.get_running_loop()
        async with self._turn:
            if self._mother is None or self._mother.poll() is not None:
                self._begin(environment, log)
            await loop.sock_sendall(self._line, request)
            answer = await loop.sock_recv(self._line, LONGEST_ANSWER)
        if not answer:
            raise ChildProcessError("The process that kernels are copied from has ended.")
        return Kernel(int(answer))

    def _begin(self, environment: dict[str, str], log: Any) -> None:
        self._line.close()
        self._line, hers = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._line.setblocking(False)
        with hers:
            self._mother = subprocess.Popen(
                [sys.executable, "-m", MOTHER],
                stdin=hers.fileno(),
                stdout=log,
                stderr=log,
                env=environment,
                cwd=HOUSE,
                start_new_session=True,  # Ctrl-C in the server's terminal is not for her
            )


_nurseries: list[Nursery] = []


def nursery() -> Nursery:
    """The nursery of this server."""
    if not _nurseries:
        _nurseries.append(Nursery())
    return _nurseries[0]


class Kernel:
    """A process that is not our child, with as much of `subprocess.Popen` as Jupyter uses."""

    stdin = stdout = stderr = None

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._handle = os.pidfd_open(pid)  # means this very process, even when its number is used again
        self._end = select.poll()
        self._end.register(self._handle, select.POLLIN)
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """None while it lives. How it has ended only its parent is told: 0 stands for any way."""
        if self.returncode is None and self._end.poll(0):
            os.close(self._handle)
            self.returncode = 0
        return self.returncode

    def wait(self) -> int:
        """Wait for its end."""
        if self.returncode is None:
            self._end.poll()
        return self.poll() or 0

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            signal.pidfd_send_signal(self._handle, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)
