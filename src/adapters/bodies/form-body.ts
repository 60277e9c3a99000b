import type { Decoded } from '../../domain/arrival/mapping/decoded.ts'
import type { Bounds } from './bounds.ts'
import { fieldsOf } from './fields-body.ts'
import { textOf } from './text.ts'

/** Reads a request's body of the type `application/x-www-form-urlencoded`. */
export function readForm(text: string, bounds: Bounds): Decoded {
  return fieldsOf(pairsOf(text), bounds)
}

function* pairsOf(text: string): Iterable<readonly [string, string]> {
  for (const pair of text.trim().split('&')) {
    if (pair === '') continue
    const at = pair.indexOf('=')
    yield at === -1 ? [unescaped(pair), ''] : [unescaped(pair.slice(0, at)), unescaped(pair.slice(at + 1))]
  }
}

function unescaped(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    // A percent sign without two hexadecimal digits stays as it is. Bytes of a form that are not UTF-8 are
    // read as Windows-1252, as old browsers sent them.
    const bytes = Buffer.from(spaced, 'utf8').toString('latin1')
    const whole = bytes.replaceAll(/%([\da-f]{2})/gi, (_, hex) =>
      String.fromCharCode(Number.parseInt(String(hex), 16)),
    )
    return textOf(Buffer.from(whole, 'latin1'), null)
  }
}
