import { sessionKey } from '../ports/sealing.ts'
import { ConfigurationFault } from './configuration-fault.ts'

/** A secret of the operator, by the name that what is sealed under it carries. */
export interface SecretKey {
  readonly id: string
  readonly secret: string
}

const form = /^([a-z0-9][a-z0-9-]{0,15}):(\S{32,})$/

/**
 * SECRETS, newest first. SESSION_SECRET, which was the only one before there were several, stands where its name does,
 * or comes last.
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
    // The value itself is never told: it would stand in a log.
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
