import type { TestMembership } from '../../../domain/account/sessions/session.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { TestClocks } from '../../../ports/test-mode/test-clocks.ts'
import { digestOf } from '../../security/secret.ts'
import type { Route } from '../route.ts'
import type { Check, GuardedCall, GuardOptions } from './call.ts'

/** Runs the request of a person in test mode at the time on the test clock. */
export function runAtTimeOfPerson(route: Route, { testTime }: Pick<GuardOptions, 'testTime'>): Check {
  const changes = route.method !== 'GET'
  return ({ signedIn }, next) => testTime.run(signedIn.test ?? null, changes, next)
}

/**
 * Runs a request for a test organization at the time on its test clock. Refuses an unknown credential already
 * here, so that it costs one database read and no commit.
 */
export function runAtTimeOfCredential(
  route: Route,
  { testTime, services: { testClocks } }: Pick<GuardOptions, 'testTime' | 'services'>,
): Check {
  const changes = route.method !== 'GET'
  const testOf = route.auth.kind === 'none' ? testOfEventToken : testOfCredential
  return async (call, next) => testTime.run(await testOf(call, testClocks), changes, next)
}

/**
 * Returns the test organization of the token in a URL to which a mail provider posts events; null if the token is of a
 * real organization. Refuses an unknown token before the body of the event is read, which may have 512 kB.
 */
async function testOfEventToken(
  { params }: GuardedCall,
  testClocks: TestClocks,
): Promise<TestMembership | null> {
  const digest = digestOf('evt', params['token'] ?? '')
  const owner = digest === null ? null : await testClocks.ofCredential(digest)
  if (owner === null)
    throw new DomainError('NOT_FOUND', { message: 'The token of this events URL does not exist' })
  return owner.clock
}

/**
 * Returns the test organization of an API key or ingest token; null if it belongs to a real organization. Refuses
 * an API key from outside its networks like an unknown one.
 */
async function testOfCredential(
  { ctx, credential }: GuardedCall,
  testClocks: TestClocks,
): Promise<TestMembership | null> {
  const owner = await testClocks.ofCredential(credential.digest)
  if (owner === null || owner.allowedNetworks?.includes(ctx.ip) === false)
    throw new DomainError(credential.kind === 'apiKey' ? 'INVALID_API_KEY' : 'INVALID_INGEST_TOKEN')
  return owner.clock
}
