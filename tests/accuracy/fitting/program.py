# SPDX-License-Identifier: GPL-3.0-or-later
"""Drives `accuracy FILE --serve`: a document of constants in, the predicted speed of every measured row out."""

import json
import os
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor

import numpy


class ProgramError(Exception):
    """The program could not be run, or could not read what it was given."""


class Server:
    """One running program, with a file in memory through which it takes documents."""

    def __init__(self, program, measured):
        folder = "/dev/shm" if os.path.isdir("/dev/shm") else None
        self.document = tempfile.NamedTemporaryFile("w", suffix=".json", dir=folder)
        self.process = subprocess.Popen([program, measured, "--serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.rows = self.read_answer()["rows"]

    def read_answer(self):
        """One line of JSON from the program."""
        line = self.process.stdout.readline()
        if not line:
            raise ProgramError("The program ended without an answer.")
        answer = json.loads(line)
        if isinstance(answer, dict) and "error" in answer:
            raise ProgramError(answer["error"])
        return answer

    def predict(self, document):
        """Predicted speed of every row, with the constants of a document."""
        self.document.seek(0)
        self.document.truncate()
        self.document.write(json.dumps(document))
        self.document.flush()
        self.process.stdin.write(self.document.name + "\n")
        self.process.stdin.flush()
        return numpy.array(self.read_answer(), dtype=float)

    def close(self):
        """Ends the program."""
        self.process.stdin.close()
        self.process.wait()
        self.document.close()


class Program:
    """As many servers as there are processors to use, each taking the next document."""

    def __init__(self, program, measured, n_servers=None):
        n_servers = n_servers or len(os.sched_getaffinity(0))
        self.path, self.measured = program, measured
        self.servers = [Server(program, measured) for _ in range(n_servers)]
        self.rows = self.servers[0].rows
        if not self.rows:
            raise ProgramError("No row of the table has a plan.")
        self.pool = ThreadPoolExecutor(n_servers)

    def predict(self, document):
        """Predicted speed of every row, with the constants of a document."""
        return self.servers[0].predict(document)

    def predict_all(self, documents):
        """The same for many documents, in their order."""
        n_servers = len(self.servers)

        def predict_share(index):
            return [self.servers[index].predict(document()) for document in documents[index::n_servers]]

        shares = list(self.pool.map(predict_share, range(n_servers)))
        return [shares[i % n_servers][i // n_servers] for i in range(len(documents))]

    def close(self):
        """Ends the programs."""
        self.pool.shutdown()
        for server in self.servers:
            server.close()
