/** What strangers may try only so often. */
export const throttled = [
  'signIn',
  'signUp',
  'passwordReset',
  'passwordChange',
  'confirmation',
  'invitation',
  'testSend',
] as const
export type Throttled = (typeof throttled)[number]

/**
 * By what attempts are counted: the address that they come from, the account that they name, and both together.
 * Of one account, a stranger's address exhausts no more than its own share; the person whose account it is
 * comes from another one.
 */
export const countedBy = ['perAddress', 'perAccountAndAddress', 'perAccount'] as const
export type CountedBy = (typeof countedBy)[number]

interface Allowance {
  readonly attempts: number
  readonly seconds: number
}

export type ThrottleRule = Readonly<Record<CountedBy, Allowance>>

const quarter = 15 * 60
const half = 30 * 60
const hour = 60 * 60

/**
 * Enough for an office behind one address on Monday morning, too little to guess passwords. An account's own
 * bound is for strangers with many addresses. That of resets is what one mailbox gets in half an hour, for as
 * long as a link is good: whoever finds it exhausted has a link in the mail that works.
 */
export const throttleRules: Readonly<Record<Throttled, ThrottleRule>> = {
  signIn: {
    perAddress: { attempts: 100, seconds: quarter },
    perAccountAndAddress: { attempts: 10, seconds: quarter },
    perAccount: { attempts: 300, seconds: quarter },
  },
  signUp: {
    perAddress: { attempts: 30, seconds: hour },
    perAccountAndAddress: { attempts: 5, seconds: hour },
    perAccount: { attempts: 50, seconds: hour },
  },
  passwordReset: {
    perAddress: { attempts: 30, seconds: hour },
    perAccountAndAddress: { attempts: 5, seconds: hour },
    perAccount: { attempts: 10, seconds: half },
  },
  confirmation: {
    perAddress: { attempts: 30, seconds: hour },
    perAccountAndAddress: { attempts: 5, seconds: hour },
    perAccount: { attempts: 10, seconds: hour },
  },
  // Mail to strangers, in the name of whoever invites.
  invitation: {
    perAddress: { attempts: 200, seconds: hour },
    perAccountAndAddress: { attempts: 60, seconds: hour },
    perAccount: { attempts: 60, seconds: hour },
  },
  // Of one person, whom nobody else can name.
  testSend: {
    perAddress: { attempts: 100, seconds: hour },
    perAccountAndAddress: { attempts: 30, seconds: hour },
    perAccount: { attempts: 30, seconds: hour },
  },
  passwordChange: {
    perAddress: { attempts: 100, seconds: quarter },
    perAccountAndAddress: { attempts: 10, seconds: quarter },
    perAccount: { attempts: 100, seconds: quarter },
  },
}
