import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import type { PasswordWeakness } from '../../domain/account/password/password-weakness.ts'

/**
 * The lowest score of zxcvbn that a new password must have: "safely unguessable", 10^8 guesses, which the
 * throttle spreads over years.
 */
const strongEnough = 3

/**
 * The number of characters of a password that are checked. Checking all 200 characters of a crafted one would
 * block the process for half a second.
 */
const maxCheckedLength = 40

/**
 * `ZxcvbnPasswordStrength` uses zxcvbn-ts with its list of 49,000 passwords that breaches have made common,
 * offline. The library takes a quarter of a second to load and 30 MB of memory, so it is used in a thread.
 */
export class ZxcvbnPasswordStrength {
  #loading: Promise<ZxcvbnFactory> | null = null

  async weaknessOf(password: string, own: readonly string[]): Promise<PasswordWeakness | null> {
    this.#loading ??= load()
    const zxcvbn = await this.#loading
    const known = own.flatMap(withParts)
    const plain = password.normalize('NFKC')
    if (hardlyMoreThan(plain, known)) return 'own'
    const { score, sequence } = zxcvbn.check(plain, known)
    if (score >= strongEnough) return null
    return sequence.some(({ dictionaryName }) => dictionaryName === 'userInputs') ? 'own' : 'common'
  }
}

async function load(): Promise<ZxcvbnFactory> {
  const [core, { dictionary, adjacencyGraphs: graphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  // Loads only the list of common passwords. The other list of zxcvbn-ts holds words for passphrases, and
  // would reject good passphrases.
  const common = { 'passwords-common': dictionary['passwords-common'] }
  return new core.ZxcvbnFactory({ dictionary: common, graphs, maxLength: maxCheckedLength })
}

/**
 * Returns the parts of a name or address that a password may not consist of: "Ada Lovelace" gives itself,
 * "ada" and "lovelace".
 */
function withParts(text: string): string[] {
  const whole = text.toLowerCase()
  const parts = whole.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length >= 3)
  return [...new Set([whole, lettersOf(text), ...parts])]
}

/**
 * Returns whether a password is a known name with a year or a few signs around it. zxcvbn overrates such a
 * password, because it counts each sign as a separate guess.
 */
function hardlyMoreThan(password: string, known: readonly string[]): boolean {
  const letters = lettersOf(password)
  const byLengthDescending = known.map(lettersOf).toSorted((a, b) => b.length - a.length)
  const rest = byLengthDescending.reduce(
    (left, part) => (part === '' ? left : left.replaceAll(part, '')),
    letters,
  )
  return rest !== letters && rest.length < 5
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
}
