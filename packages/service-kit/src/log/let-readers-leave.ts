/**
 * Whoever reads what a command prints may stop before its end, as `head` does: the command goes on unheard, and ends with
 * its own exit code. Any other failure to write is thrown, as without this.
 */
export function letReadersLeave(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (fault: NodeJS.ErrnoException) => {
      if (fault.code !== 'EPIPE') throw fault;
    });
}
