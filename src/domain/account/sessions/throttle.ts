/** The kinds of attempts, such as sign-ins, whose number in a period is limited. */
export const throttled = [
  'signIn',
  'signUp',
  'passwordReset',
  'passwordChange',
  'secondFactor',
  'confirmation',
  'invitation',
  'testSend',
  'destinationRequest',
] as const
export type Throttled = (typeof throttled)[number]

/**
 * The three counts of attempts: by client address, by account, or by both. One client address cannot use up
 * the limit of an account, because the combined limit stops it earlier. The owner of the account can still
 * sign in from another address.
 */
export const attemptCounters = ['perAddress', 'perAccountAndAddress', 'perAccount'] as const
export type AttemptCounter = (typeof attemptCounters)[number]

interface Allowance {
  readonly attempts: number
  readonly seconds: number
}

/** The limits of a kind of attempts. A counter without a limit is not used for the kind. */
export type ThrottleRule = Readonly<Partial<Record<AttemptCounter, Allowance>>>

const quarter = 15 * 60
const half = 30 * 60
const hour = 60 * 60

/**
 * The limits of attempts: enough for an office behind one address on Monday morning, too few to guess
 * passwords. The limit per account is for attackers with many addresses. For password resets, that limit
 * covers 30 minutes, the lifetime of a link. A person who reaches it therefore has a valid link in the
 * mailbox.
 */
export const throttleRules = {
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
  // Limits invitations, because they send mail to strangers in the name of a person.
  invitation: {
    perAddress: { attempts: 200, seconds: hour },
    perAccountAndAddress: { attempts: 60, seconds: hour },
    perAccount: { attempts: 60, seconds: hour },
  },
  // Limits the test e-mails that a signed-in user sends to their own address. Other users cannot use up the
  // limit of that user.
  testSend: {
    perAddress: { attempts: 100, seconds: hour },
    perAccountAndAddress: { attempts: 30, seconds: hour },
    perAccount: { attempts: 30, seconds: hour },
  },
  // Limits pings and repeats of requests to a destination. The account of these attempts is the destination.
  destinationRequest: {
    perAccount: { attempts: 60, seconds: quarter },
  },
  passwordChange: {
    perAddress: { attempts: 100, seconds: quarter },
    perAccountAndAddress: { attempts: 10, seconds: quarter },
    perAccount: { attempts: 100, seconds: quarter },
  },
  // Limits guesses of codes by an attacker who knows the password. Three of a million codes are valid at a time, so
  // 30 guesses an hour find one with a chance of 0.2 % a day.
  secondFactor: {
    perAddress: { attempts: 100, seconds: quarter },
    perAccountAndAddress: { attempts: 10, seconds: quarter },
    perAccount: { attempts: 30, seconds: hour },
  },
} as const satisfies Readonly<Record<Throttled, ThrottleRule>>
