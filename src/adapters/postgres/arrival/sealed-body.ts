import { promisify } from 'node:util'
import { deflateRaw, deflateRawSync, inflateRawSync } from 'node:zlib'
import type { ArrivalBody } from '../../../domain/arrival/arrival.ts'
import type { Sealing } from '../../../ports/sealing.ts'

/**
 * The size in bytes from which on an arrival's body is compressed in a thread beside the event loop.
 * Compressing 1 kB takes 20 µs and halves it.
 */
const packedBeside = 64 * 1024
const options = { level: 1 }
const packLarge = promisify(deflateRaw) as (bytes: Buffer, options: object) => Promise<Buffer>

/**
 * Returns the headers, query and body of an arrival, compressed and encrypted. Encrypting 5 MB takes 4 ms.
 */
export async function sealArrivalBody(
  { bytes, ...beside }: ArrivalBody,
  id: string,
  sealing: Sealing,
): Promise<Buffer> {
  const head = Buffer.from(JSON.stringify(beside))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(head.length)
  const whole = Buffer.concat([length, head, bytes])
  const packed =
    whole.length < packedBeside ? deflateRawSync(whole, options) : await packLarge(whole, options)
  return sealing.sealBytes(packed, { kind: 'arrival', id })
}

/** Returns the decrypted headers, query and body of an arrival; null if they cannot be decrypted. */
export function openArrivalBody(sealed: Uint8Array, id: string, sealing: Sealing): ArrivalBody | null {
  const packed = sealing.openBytes(sealed, { kind: 'arrival', id })
  if (packed === null) return null
  const whole = inflateRawSync(packed)
  const end = 4 + whole.readUInt32BE(0)
  const beside = JSON.parse(whole.toString('utf8', 4, end)) as Omit<ArrivalBody, 'bytes'>
  return { ...beside, bytes: whole.subarray(end) }
}
