import type { MutateOptions, UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import { newIdempotencyKey } from './idempotency-key.ts'
import { isProblem } from './problem.ts'

/**
 * Sends a request that must take effect only once. After a lost answer, `send` repeats exactly the lost request
 * until it succeeds or the API proves that the request was not stored. Errors in between, such as OVERLOADED while
 * the service restarts, prove nothing.
 */
export function useSendOnce<Answer, Request extends { readonly key: string }>({
  mutate,
}: Pick<UseMutationResult<Answer, Error, Request>, 'mutate'>) {
  const [key, setKey] = useState(newIdempotencyKey)
  const [lost, setLost] = useState<Request | null>(null)
  const send = (request: Request, options: MutateOptions<Answer, Error, Request>) => {
    const sent = lost ?? request
    mutate(sent, {
      ...options,
      onSuccess: (...args) => {
        setLost(null)
        options.onSuccess?.(...args)
      },
      onError: (error, ...args) => {
        if (isAnswerLost(error)) setLost(sent)
        else if (provesNotStored(error)) setLost(null)
        options.onError?.(error, ...args)
      },
    })
  }
  return {
    /** The idempotency key of the next request. A lost request keeps the key with which it was sent. */
    key,
    renewKey: () => setKey(newIdempotencyKey()),
    /** The request that the API may have stored although its answer was lost; null if there is none. */
    lost,
    send,
  }
}

/** Returns true if a request failed without saying whether the API stored it. */
function isAnswerLost(error: unknown): boolean {
  return !isProblem(error) || isProblem(error, 'OUTCOME_UNKNOWN')
}

/** Statuses of refusals that the API sends before it looks up whether it has stored the request. */
const earlyRefusals = new Set([401, 403, 421, 429])

/** Error codes about the idempotency key, which mean that the API has stored a request or is still storing it. */
const keyRefusals = new Set(['IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED'])

/** Returns true if the API refused a request in a way that proves that no attempt of it was stored. */
function provesNotStored(error: unknown): boolean {
  if (!isProblem(error)) return false
  const { status, code } = error.problem
  return status < 500 && !earlyRefusals.has(status) && !keyRefusals.has(code)
}
