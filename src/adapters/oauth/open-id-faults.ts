import * as openid from 'openid-client'
import { oneLine } from '../../domain/sender/one-line.ts'

const notItsOwn = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
])

/**
 * Returns whether a sign-in failed because the provider did not answer or because something else, such as a
 * proxy, answered in its place.
 */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof openid.ResponseBodyError) return error.status >= 500
  const code = (error as { code?: string }).code ?? ''
  return (
    notItsOwn.has(code) ||
    (error instanceof Error && error.name === 'ClientError' && code === '') ||
    error instanceof TypeError
  )
}

/** Returns the text with which an OAuth provider describes an error. */
export function oauthErrorText(error: unknown): string {
  const {
    error: code,
    error_description: description,
    message = '',
  } = error as {
    error?: string
    error_description?: string
    message?: string
  }
  return oneLine([code ?? message, description].filter((one) => one !== undefined).join(': '))
}

/** Returns whether a person declined the request at the OAuth provider. */
export function isDenied(error: openid.AuthorizationResponseError): boolean {
  return error.error === 'access_denied' || error.error === 'consent_required'
}
