import type { Credential } from '../../../../domain/account/api-keys/credential.ts'
import { DomainError } from '../../../../domain/errors.ts'
import { digestOf } from '../../../security/secret.ts'
import type { Route } from '../../route.ts'

const noCredential: Credential = { kind: 'apiKey', digest: '' }

/** Returns the token of an `Authorization: Bearer` header; empty if there is none. */
export function bearerOf(authorization: string | undefined): string {
  const [, token = ''] = /^Bearer +(\S+) *$/i.exec(authorization ?? '') ?? []
  return token
}

/**
 * Returns the credential of a request. Refuses a missing header or a secret with a wrong checksum before the
 * body is read, without a look-up. The use case checks whether the credential is valid.
 */
export function credentialOf(
  { auth, scope }: Pick<Route, 'auth' | 'scope'>,
  authorization: string | undefined,
  params: Readonly<Record<string, string>>,
): Credential {
  switch (auth.kind) {
    case 'none':
      return noCredential
    // A bearer token that is no API key is treated as the token of a session.
    case 'session': {
      const digest = scope === undefined ? null : digestOf('svc', bearerOf(authorization))
      return digest === null ? noCredential : { kind: 'apiKey', digest }
    }
    case 'apiKey': {
      const digest = digestOf('svc', bearerOf(authorization))
      if (digest === null) throw new DomainError('INVALID_API_KEY')
      return { kind: 'apiKey', digest }
    }
    case 'ingestToken': {
      const digest = digestOf('tbl', params['token'] ?? '')
      if (digest === null) throw new DomainError('INVALID_INGEST_TOKEN')
      return { kind: 'ingestToken', digest }
    }
  }
}
