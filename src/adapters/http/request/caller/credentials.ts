import type { Credential } from '../../../../domain/account/api-keys/credential.ts'
import { DomainError } from '../../../../domain/errors.ts'
import { digestOf } from '../../../security/secret.ts'
import type { Auth } from '../../route.ts'

const noCredential: Credential = { kind: 'apiKey', digest: '' }

/** The token of an `Authorization: Bearer` header; empty where there is none. */
export function bearerOf(authorization: string | undefined): string {
  const [, token = ''] = /^Bearer +(\S+) *$/i.exec(authorization ?? '') ?? []
  return token
}

/**
 * What a request claims to be. A missing header and a secret whose checksum is wrong are refused here,
 * before the body is read and without a look-up; whether the others are good is for the use case.
 */
export function credentialOf(
  auth: Auth,
  authorization: string | undefined,
  params: Readonly<Record<string, string>>,
): Credential {
  switch (auth.kind) {
    case 'none':
    case 'session':
      return noCredential
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
