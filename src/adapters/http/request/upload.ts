import type { IncomingMessage } from 'node:http'
import type { Readable, Writable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import type { Context } from 'koa'
import { csvFault } from '../arrival/csv-fault.ts'
import { EdgeError } from '../errors.ts'

/** The file that a request brings: its body, or the one part "file" of a form. Nothing of it touches the disk. */
export async function uploadOf(ctx: Context): Promise<Readable> {
  const type = (ctx.req.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase()
  if (type === 'text/csv') return unpacked(ctx.req)
  if (type === 'multipart/form-data') return fileOf(ctx.req)
  throw unsupported()
}

function unpacked(request: IncomingMessage): Readable {
  switch (request.headers['content-encoding'] ?? 'identity') {
    case 'identity':
      return request
    case 'gzip': {
      const gunzip = createGunzip()
      return feed(request, gunzip)
    }
    default:
      throw unsupported()
  }
}

function unsupported(): EdgeError {
  return new EdgeError('UNSUPPORTED_MEDIA_TYPE', {
    message: 'Send the file as "Content-Type: text/csv", or as the part "file" of multipart/form-data',
  })
}

function fileOf(request: IncomingMessage): Promise<Readable> {
  return new Promise((resolve, reject) => {
    const noFile = () => reject(csvFault('REQUIRED', 'The form has no part "file" that is a file'))
    const broken = () => csvFault('WRONG_FORM', 'The form cannot be read; it may have been cut off')
    try {
      const form = new Busboy({ headers: request.headers as BusboyHeaders, limits: { files: 1, parts: 10 } })
      form.on('file', (name, file) => {
        // The reader gets the error; without a reader it must not end the process.
        file.on('error', () => {})
        if (name !== 'file') {
          file.resume()
          return
        }
        const cutOff = () => file.destroy(broken())
        request.once('close', () => request.complete || cutOff())
        form.once('error', cutOff)
        resolve(file)
      })
      form.on('finish', noFile)
      form.on('error', () => reject(broken()))
      feed(request, form)
    } catch {
      reject(csvFault('WRONG_FORM', 'The form has no boundary'))
    }
  })
}

/** Unlike a pipeline it leaves the request alone when what it feeds fails: the answer goes out there. */
function feed<Target extends Writable>(request: IncomingMessage, target: Target): Target {
  request.on('error', (error) => target.destroy(error))
  return request.pipe(target)
}
