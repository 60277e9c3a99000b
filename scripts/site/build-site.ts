import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compressFiles, flattenPages } from './output/compress-files.ts'
import { moveInlineCode } from './output/inline-code.ts'
import { docs, otherFiles, pages, parts } from './pages/guide.ts'
import { withMarkdownLinks, withSiteLinks } from './pages/links.ts'
import { listForModels } from './pages/list-for-models.ts'
import { searchIndex } from './pages/search-index.ts'

const site = fileURLToPath(new URL('.', import.meta.url))
const root = join(site, '../..')

/**
 * Builds the site into a folder. Astro reads the pages from `src/content/docs` and copies the files of `public`, which
 * are both written first.
 */
function buildSite(out: string): void {
  const written = ['src/content/docs', 'public'].map((folder) => join(site, folder))
  const [content = '', files = ''] = written
  for (const folder of written) rmSync(folder, { recursive: true, force: true })
  for (const page of pages) {
    const { path, title, description } = page
    const head = `---\ntitle: ${JSON.stringify(title)}\ndescription: ${JSON.stringify(description)}\n---\n\n`
    write(join(content, `${path || 'index'}.md`), head + withSiteLinks(page))
    write(join(files, `${path || 'index'}.md`), withMarkdownLinks(page))
  }
  for (const file of otherFiles) cpSync(join(docs, file), join(files, file))
  cpSync(join(root, 'console/public/favicon.svg'), join(files, 'favicon.svg'))
  write(join(files, 'llms.txt'), listForModels(pages, parts))
  write(join(files, 'search.json'), searchIndex(pages))
  runAstro(out)
  moveInlineCode(out)
  flattenPages(out)
  compressFiles(out)
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

function runAstro(out: string): void {
  const { status } = spawnSync(process.execPath, ['node_modules/astro/bin/astro.mjs', 'build'], {
    cwd: site,
    stdio: 'inherit',
    env: { ...process.env, SITE_OUT: out, ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
  })
  if (status !== 0) throw new Error('Astro did not build the site; its message above says why.')
}

buildSite(resolve(process.argv[2] ?? join(site, 'dist')))
