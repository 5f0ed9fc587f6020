// Ends with 0 when the address given as its argument answers with success. It imports nothing, since every image runs it.
const isWell = await fetch(process.argv[2] ?? '').then(
  (answer) => answer.ok,
  () => false,
);
process.exit(isWell ? 0 : 1);
