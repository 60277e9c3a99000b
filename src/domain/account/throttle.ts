/** What strangers may try only so often, by the address they come from and by the account they name. */
export const throttled = ['signIn', 'signUp', 'passwordReset'] as const
export type Throttled = (typeof throttled)[number]

interface Allowance {
  readonly attempts: number
  readonly seconds: number
}

export interface ThrottleRule {
  readonly perAddress: Allowance
  readonly perAccount: Allowance
}

const quarter = 15 * 60
const hour = 60 * 60

/** Enough for an office behind one address on Monday morning, too little to guess passwords. */
export const throttleRules: Readonly<Record<Throttled, ThrottleRule>> = {
  signIn: { perAddress: { attempts: 100, seconds: quarter }, perAccount: { attempts: 10, seconds: quarter } },
  signUp: { perAddress: { attempts: 30, seconds: hour }, perAccount: { attempts: 5, seconds: hour } },
  passwordReset: { perAddress: { attempts: 30, seconds: hour }, perAccount: { attempts: 5, seconds: hour } },
}
