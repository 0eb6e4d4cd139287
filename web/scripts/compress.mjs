import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const COMPRESSIBLE = /\.(html|js|css|svg|xml|txt|json|wasm|webmanifest)$/;

/** Smaller files are not compressed, because the header would cost more than it saves. */
const SMALLEST = 256;

/**
 * Settings for how brotli encodes distances. Which one gives the smallest result depends on details
 * such as a script's name, and the difference can be a hundred bytes. A page has to fit the first
 * flight of a connection, so all are tried.
 */
const POSTFIXES = [0, 1, 3];

/** Writes a .br and a .gz file beside each file that gets smaller. */
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

/** The brotli form of a file. */
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
