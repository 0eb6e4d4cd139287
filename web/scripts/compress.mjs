import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const COMPRESSIBLE = /\.(html|js|css|svg|xml|txt|json|wasm|webmanifest)$/;

/** Below this a header costs more than compression saves. */
const SMALLEST = 256;

/**
 * How brotli may write distances. Which way is the shortest hangs on as little as a script's name,
 * by up to a hundred bytes, and a page has to fit into the first flight of a connection.
 */
const POSTFIXES = [0, 1, 3];

/** Writes .br and .gz next to every file that gains by them. */
export async function compress(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name));
  await Promise.all(files.map((file) => compressFile(join(file.parentPath, file.name))));
}

async function compressFile(file) {
  const bytes = await readFile(file);
  if (bytes.length < SMALLEST) return;
  const [br, gz] = await Promise.all([
    brotli(bytes, file),
    promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}

/** The bytes of a file as they are sent to a browser that takes brotli. */
export async function brotli(bytes, file) {
  const postfixes = file.endsWith(".html") ? POSTFIXES : [0];
  const attempts = await Promise.all(
    postfixes.map((postfix) =>
      promisify(brotliCompress)(bytes, {
        params: {
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
        },
      }),
    ),
  );
  return attempts.reduce((best, attempt) => (attempt.length < best.length ? attempt : best));
}
