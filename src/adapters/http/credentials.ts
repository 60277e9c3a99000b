import { DomainError } from '../../domain/errors.ts'
import type { Credential } from '../../domain/organization/credential.ts'
import { digestOf } from '../security/secret.ts'
import type { Auth } from './route.ts'

const nobody: Credential = { kind: 'apiKey', digest: '' }

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
      return nobody
    case 'apiKey': {
      const [, secret = ''] = /^Bearer +(\S+) *$/i.exec(authorization ?? '') ?? []
      const digest = digestOf('svc', secret)
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
