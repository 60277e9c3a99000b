import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import type { Context } from 'koa'
import { piped, withErrorsHandled } from '../../../streams/stream-errors.ts'
import { EdgeError } from '../../errors.ts'
import { fileFault } from './file-fault.ts'

/**
 * The largest size in bytes of the part "options" of an upload, enough for a thousand columns with a choice
 * for each.
 */
const maxOptionsBytes = 1024 * 1024

export const formType = 'multipart/form-data'

/** A file that is being uploaded in a request. */
export interface Upload {
  readonly content: Readable
  /** The name of the uploaded file that the client sent; null for a plain body, which has no name. */
  readonly name: string | null
  /** The part "options" of an uploaded form; null if the form has none before the file. */
  readonly options: string | null
  /** All text parts of the form before the file, with their names, also parts that the route does not read. */
  readonly fields: readonly (readonly [name: string, value: string])[]
}

/**
 * Returns the file of a request: its body if the body has the type that the route takes, or the part "file"
 * of a form. Nothing is written to disk.
 */
export async function uploadOf(ctx: Context, taken: string): Promise<Upload> {
  const type = (ctx.req.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase()
  if (type === formType) return fileOf(ctx.req)
  if (type === taken) return { content: unpacked(ctx.req, taken), name: null, options: null, fields: [] }
  throw unsupported(taken)
}

function unpacked(request: IncomingMessage, taken: string): Readable {
  switch (request.headers['content-encoding'] ?? 'identity') {
    case 'identity':
      return request
    case 'gzip': {
      return piped(request, createGunzip())
    }
    default:
      throw unsupported(taken)
  }
}

function unsupported(taken: string): EdgeError {
  const form = 'as the part "file" of multipart/form-data'
  const message =
    taken === formType ? `Send the file ${form}` : `Send the file as "Content-Type: ${taken}", or ${form}`
  return new EdgeError('UNSUPPORTED_MEDIA_TYPE', { message })
}

function fileOf(request: IncomingMessage): Promise<Upload> {
  return new Promise((resolve, reject) => {
    const noFile = () => reject(fileFault('REQUIRED', 'The form has no file in a part "file"'))
    const broken = () => fileFault('WRONG_FORM', 'The form cannot be read; it may have been cut off')
    const fields: (readonly [name: string, value: string])[] = []
    try {
      const limits = { files: 1, parts: 10, fieldSize: maxOptionsBytes }
      const form = new Busboy({ headers: request.headers as BusboyHeaders, limits })
      form.on('field', (name, value, _nameTruncated, isCut) => {
        if (isCut && name === 'options')
          reject(fileFault('TOO_LARGE', 'The part "options" of the form is too large'))
        fields.push([name, value])
      })
      form.on('file', (name, file, filename) => {
        withErrorsHandled(file)
        if (name !== 'file') {
          file.resume()
          return
        }
        const cutOff = () => file.destroy(broken())
        request.once('close', () => request.complete || cutOff())
        form.once('error', cutOff)
        const [, options = null] = fields.findLast(([field]) => field === 'options') ?? []
        resolve({ content: file, name: filename, options, fields: [...fields] })
      })
      form.on('finish', noFile)
      form.on('error', () => reject(broken()))
      piped(request, form)
    } catch {
      reject(fileFault('WRONG_FORM', 'The Content-Type of the form has no boundary'))
    }
  })
}
