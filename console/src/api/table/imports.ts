import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { sessionEnd } from '../account/session-end.ts'
import { consoleHeaders, refusal } from '../client.ts'
import { Unreachable } from '../problem.ts'
import type { Imported } from '../schema.ts'
import { dataTablesQuery } from './data-tables.ts'

/** The import was stopped in the browser before the whole file had been sent. */
export class Stopped extends Error {
  constructor() {
    super('The import was stopped. Nothing of the file was imported.')
    this.name = 'Stopped'
  }
}

/** A browser gives no longer out what was changed on the disk after it was chosen. */
export class FileChanged extends Error {
  constructor(cause: unknown) {
    super('The file was changed or moved since you chose it. Choose it again.', { cause })
    this.name = 'FileChanged'
  }
}

/** Sends a file as it lies on the disk, and says how far it has come. */
export function useImport(dataTableId: string) {
  const client = useQueryClient()
  const request = useRef<XMLHttpRequest | null>(null)
  const [progress, setProgress] = useState(0)
  const mutation = useMutation({
    meta: { shown: true },
    mutationFn: async (file: File) => {
      setProgress(0)
      await assertReadable(file)
      request.current = new XMLHttpRequest()
      return sent(request.current, { dataTableId, file, onProgress: setProgress })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: dataTablesQuery.queryKey }),
  })
  return { ...mutation, progress, stop: () => request.current?.abort() }
}

/** Where it is not, the upload would just break off. */
async function assertReadable(file: File): Promise<void> {
  await file
    .slice(0, 1)
    .arrayBuffer()
    .catch((cause: unknown) => {
      throw new FileChanged(cause)
    })
}

/** Not with fetch, which does not say how much of a body has gone out. */
function sent(
  request: XMLHttpRequest,
  { dataTableId, file, onProgress }: { dataTableId: string; file: File; onProgress: (part: number) => void },
): Promise<Imported> {
  return new Promise((resolve, reject) => {
    const session = sessionEnd.present()
    request.open('POST', `/api/v1/data-tables/${dataTableId}/imports`)
    for (const [name, value] of Object.entries(consoleHeaders)) request.setRequestHeader(name, value)
    request.setRequestHeader('Content-Type', 'text/csv')
    request.upload.addEventListener('progress', ({ loaded }) =>
      onProgress(file.size === 0 ? 1 : Math.min(1, loaded / file.size)),
    )
    request.addEventListener('load', () => {
      const body = parsed(request.responseText)
      if (request.status === 201) resolve(body as Imported)
      else reject(refusal({ body, session }))
    })
    request.addEventListener('error', () => reject(new Unreachable()))
    request.addEventListener('abort', () => reject(new Stopped()))
    request.send(file)
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
