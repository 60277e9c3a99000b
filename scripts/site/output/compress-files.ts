import { readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

/** The types of files that are small already. */
const compressed = new Set(['.png', '.woff2'])

/**
 * Replaces each text file of the site by its form in Brotli, which is a fifth as large. The service unpacks a file for
 * clients that do not accept Brotli.
 */
export function compressFiles(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || compressed.has(extname(entry.name))) continue
    const path = join(entry.parentPath, entry.name)
    writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)))
    rmSync(path)
  }
}

/** Moves each page from a folder of its own, where Astro writes it, to a file with the name of the folder. */
export function flattenPages(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('/index.html')) continue
    const place = dirname(join(folder, name))
    renameSync(join(folder, name), `${place}.html`)
    if (readdirSync(place).length === 0) rmdirSync(place)
  }
}
