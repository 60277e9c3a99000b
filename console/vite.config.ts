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

/**
 * Styles in the head keep a browser from showing anything. For print they do not, and the console takes them when they
 * are there (take-styles.ts). They stay in the head, because what comes later overrides them.
 */
function stylesDoNotBlock(): Plugin {
  return {
    name: 'styles-do-not-block',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replace(
          /<link rel="stylesheet"([^>]*)>/g,
          '<link rel="preload" as="style"$1>\n    <link rel="stylesheet" media="print"$1>',
        ),
    },
  }
}

export default defineConfig({
  plugins: [react(), compressed(), stylesDoNotBlock()],
  // The service puts a new nonce in its place for every page that it gives out.
  html: { cspNonce: 'NONCE_OF_THE_PAGE' },
  build: {
    target: 'es2023',
    // Inlined files would need an exception in the content security policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  // While the console is worked on: `npm start` beside `npm run console`.
  server: {
    // Under the name that the browser knows, which has to be the page's own for the demo to open.
    proxy: { '/api': { target: process.env['API_URL'] ?? 'http://127.0.0.1:3000', changeOrigin: false } },
  },
})
