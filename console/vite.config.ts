import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Compresses each file once, as small as it gets, instead of for every browser that asks. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle({ dir = '' }) {
      const assets = join(dir, 'assets')
      for (const name of readdirSync(assets).filter((file) => /\.(js|css)$/.test(file))) {
        const path = join(assets, name)
        writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)))
        writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }))
      }
    },
  }
}

/** Styles in the head keep a browser from showing anything; below what is shown meanwhile they do not. */
function stylesBelowOpening(): Plugin {
  return {
    name: 'styles-below-opening',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const styles = [...html.matchAll(/\s*<link rel="stylesheet"[^>]*>/g)].map(([tag]) => tag)
        const without = styles.reduce((text, tag) => text.replace(tag, ''), html)
        return without.replace(
          '<noscript>',
          `${styles.map((tag) => tag.trim()).join('\n    ')}\n    <noscript>`,
        )
      },
    },
  }
}

export default defineConfig({
  plugins: [react(), compressed(), stylesBelowOpening()],
  // The service puts a new nonce in its place for every page that it gives out.
  html: { cspNonce: 'NONCE_OF_THE_PAGE' },
  build: {
    target: 'es2023',
    // Whatever is inlined would need an exception in the content security policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  // While the console is worked on: `npm start` beside `npm run console`.
  server: {
    // Under the name that the browser knows, which has to be the page's own for the demo to open.
    proxy: { '/api': { target: process.env['API_URL'] ?? 'http://127.0.0.1:3000', changeOrigin: false } },
  },
})
