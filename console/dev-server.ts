import { fileURLToPath } from 'node:url'
import { createServer, type ViteDevServer } from 'vite'

/** Starts the server for developing the console, which shows changes at once. */
export async function startDevServer(): Promise<ViteDevServer> {
  const server = await createServer({ root: fileURLToPath(new URL('.', import.meta.url)) })
  return server.listen()
}
