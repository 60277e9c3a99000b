import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { base } from '../pages/page.ts'

const scripts = /<script((?:\s+(?!src=)[\w-]+(?:="[^"]*")?)*)>([^]*?)<\/script>/g
const stylesheets = /<style[^>]*>([^]*?)<\/style>/g
const tagsWithStyle = /<([\w-]+)((?:\s+[^\s=>"]+(?:="[^"]*")?)*?)\s+style="([^"]*)"([^>]*)>/g

/**
 * Moves the scripts and styles inside of the built pages into files, so that a content security policy without
 * exceptions allows the pages. A `style` attribute becomes a class.
 */
export function moveInlineCode(folder: string): void {
  const styles = new Map<string, string>()
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.html')) continue
    const path = join(folder, file)
    const html = readFileSync(path, 'utf8')
      .replaceAll(scripts, (script, words: string, code: string) => {
        if (code.trim() === '' || words.includes('application/')) return script
        return `<script${words} src="${store(folder, code, 'js')}"></script>`
      })
      .replaceAll(
        stylesheets,
        (_, css: string) => `<link rel="stylesheet" href="${store(folder, css, 'css')}">`,
      )
      .replaceAll(tagsWithStyle, (_, tag: string, before: string, style: string, after: string) => {
        const name = styles.get(style) ?? `style-${styles.size}`
        styles.set(style, name)
        return `<${tag}${withClass(before + after, name)}>`
      })
      // Lets people who use the keyboard scroll long lines of code.
      .replaceAll('<pre data-language', '<pre tabindex="0" data-language')
      .replace('</head>', `<link rel="stylesheet" href="${base}/_astro/attributes.css"></head>`)
    writeFileSync(path, html)
  }
  const rules = [...styles].map(([style, name]) => `.${name}.${name}{${style.replaceAll('&quot;', '"')}}`)
  writeFileSync(join(folder, '_astro/attributes.css'), rules.join('\n'))
  for (const name of readdirSync(join(folder, '_astro')).filter((file) => file.endsWith('.css'))) {
    const path = join(folder, '_astro', name)
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replaceAll(/\[style\^=(["']?)--\1\]:not\(\[class\]\)/g, '[class^=style-]'),
    )
  }
}

function withClass(attributes: string, name: string): string {
  if (/\sclass="/.test(attributes)) return attributes.replace(/\sclass="/, (start) => `${start}${name} `)
  return ` class="${name}"${attributes}`
}

/** Writes a piece of code to a file that its digest names, and returns the address of the file. */
function store(folder: string, code: string, type: 'js' | 'css'): string {
  const digest = createHash('sha256').update(code).digest('base64url').slice(0, 10)
  writeFileSync(join(folder, `_astro/inline-${digest}.${type}`), code)
  return `${base}/_astro/inline-${digest}.${type}`
}
