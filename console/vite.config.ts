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
 * Loads the stylesheets without blocking the page: with `media="print"` until `opening/take-styles.ts` applies them.
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

/** The name of the script that sends the requests of the first page, and the modules in it. */
const start = {
  name: 'start',
  test: /[\\/](?:first-answers|page-code|start|language|languages[\\/](?:\w\w[\\/])?catalogues?)\.ts$/,
}

/**
 * Lets the page run the script `start` alone. The code of the console loads beside it, and `start` runs it when the
 * translations are there. A top-level await in the code would do so too, but the bundler would then make more files.
 */
function startsEarly(): Plugin {
  return {
    name: 'starts-early',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => {
        const script = bundle === undefined ? 'src/app/opening/start.ts' : fileOfStart(Object.values(bundle))
        return html
          .replace(new RegExp(` *<link rel="modulepreload"[^>]*${script}[^>]*>\n`), '')
          .replace(
            /<script type="module"([^>]*) src="([^"]*)"([^>]*)><\/script>(?![^]*<script type="module")/,
            `<link rel="modulepreload" data-console$1 href="$2"$3>\n    <script type="module"$1 src="/${script}"$3></script>`,
          )
      },
    },
  }
}

function fileOfStart(
  files: readonly { type: string; name?: string | undefined; fileName: string }[],
): string {
  const script = files.find(({ type, name }) => type === 'chunk' && name === start.name)
  if (script === undefined) throw new Error('The build has no script "start"')
  return script.fileName
}

export default defineConfig({
  plugins: [react(), compressed(), stylesDoNotBlock(), startsEarly()],
  // A placeholder that the service replaces by a new nonce in every page that it sends.
  html: { cspNonce: 'NONCE_OF_THE_PAGE' },
  build: {
    target: 'es2023',
    // Inlines no files, because inlined files would need an exception in the content security policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Makes one file of all styles, because each further file delays the page that needs it.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { ...start, priority: 3 },
            // Makes one file of the code that every page needs. The bundler would make over 50 files, each of
            // which costs the browser time before it can paint.
            { name: 'first', tags: ['$initial'], priority: 2 },
            // Makes one file of the small parts that several pages share.
            {
              name: 'shared',
              test: /lucide-react|[\\/]console[\\/]src[\\/](?:api|components)[\\/]/,
              minShareCount: 3,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  // The server for developing the console: run `npm start` beside `npm run console`.
  server: {
    // Keeps the host name of the browser in proxied requests, because the demo opens only for the page's own
    // host.
    proxy: { '/api': { target: process.env['API_URL'] ?? 'http://127.0.0.1:3000', changeOrigin: false } },
  },
})
