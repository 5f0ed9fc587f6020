/** Lets a command continue when its reader has stopped, as `head` does. Other errors are thrown. */
export function letReadersLeave(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (fault: NodeJS.ErrnoException) => {
      if (fault.code !== 'EPIPE') throw fault;
    });
}
