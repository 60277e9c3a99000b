import { sessionKey } from '../ports/sealing.ts'
import { ConfigurationFault } from './configuration-fault.ts'

/**
 * A key of the operator that encrypts secrets. Encrypted values contain its id, so that they are opened with
 * the right key.
 */
export interface SecretKey {
  readonly id: string
  readonly secret: string
}

const form = /^([a-z0-9][a-z0-9-]{0,15}):(\S{32,})$/

/**
 * Returns the keys of SECRETS, newest first. SESSION_SECRET is added where SECRETS contains its reserved
 * name, otherwise as the oldest key.
 */
export function readSecretKeys(
  secrets: string | undefined,
  sessionSecret: string | undefined,
): readonly SecretKey[] {
  const session = sessionSecret === undefined ? [] : [{ id: sessionKey, secret: sessionSecret }]
  const words = (secrets ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
  const faults: string[] = []
  const keys = words.flatMap((word, index): readonly SecretKey[] => {
    if (word === sessionKey) return session
    const [, id = '', secret = ''] = form.exec(word) ?? []
    // Error messages name a wrong key of SECRETS by its position in the list, because the key itself must not
    // appear in a log.
    if (id === '') faults.push(`"SECRETS": key ${index + 1} must be ${howToWrite}`)
    if (id === sessionKey)
      faults.push(`"SECRETS": "${sessionKey}" is the reserved name of SESSION_SECRET; use another name`)
    return [{ id, secret }]
  })
  const names = words.map((word) => word.split(':')[0])
  for (const name of new Set(names.filter((one, index) => names.indexOf(one) < index)))
    faults.push(`"SECRETS": the name "${name}" appears twice`)
  if (faults.length > 0) throw new ConfigurationFault(faults)
  return words.includes(sessionKey) ? keys : [...keys, ...session]
}

const howToWrite =
  'NAME:SECRET, with a name of 1 to 16 characters of a-z, 0-9 and "-", and a secret of 32 characters or more without a comma'
