import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/**
 * Compresses each file of the build once, as small as possible, so that the service need not compress it for
 * each request.
 */
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
 * Loads the stylesheets without blocking the page: with `media="print"` until `take-styles.ts` applies them.
 * They stay in the head, because later styles must override them.
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
  // A placeholder that the service replaces by a new nonce in every page that it sends.
  html: { cspNonce: 'NONCE_OF_THE_PAGE' },
  build: {
    target: 'es2023',
    // Inlines no files, because inlined files would need an exception in the content security policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  // The server for developing the console: run `npm start` beside `npm run console`.
  server: {
    // Keeps the host name of the browser in proxied requests, because the demo opens only for the page's own
    // host.
    proxy: { '/api': { target: process.env['API_URL'] ?? 'http://127.0.0.1:3000', changeOrigin: false } },
  },
})
