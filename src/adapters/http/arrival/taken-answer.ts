import Joi from 'joi'
import type { ArrivalBody } from '../../../domain/arrival/arrival.ts'
import type { Taken } from '../../../use-cases/arrival/take-arrival.ts'
import type { Answer } from '../route.ts'

const ack =
  '<?xml version="1.0" encoding="UTF-8"?><soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body><notificationsResponse xmlns="http://soap.sforce.com/2005/09/outbound"><Ack>true</Ack></notificationsResponse></soapenv:Body></soapenv:Envelope>'

export const takenResponse = {
  description:
    'Of an open table: it is in the table, or held until somebody admits it. To whoever sends SOAP, an acknowledgement in SOAP.',
  schema: Joi.object({
    ok: Joi.valid(true),
    accepted: Joi.number().integer().description('How many records are in the table now.'),
    held: Joi.number()
      .integer()
      .description(
        'How many are not yet, and why is in the arrival; a body that cannot be told apart is one.',
      ),
    arrivalId: Joi.string().allow(null).description('Of what is held; `null` where nothing is.'),
    duplicate: Joi.number()
      .integer()
      .description('How many had come before, and changed nothing; only where there are such.'),
    ignored: Joi.number()
      .integer()
      .description('How many the mapping leaves out; only where there are such.'),
    challenge: Joi.string().description('What was sent as `challenge`, and nothing else.'),
    plainToken: Joi.string().description('Token of a URL validation by Zoom, as it was sent.'),
    encryptedToken: Joi.string().description(
      'HMAC-SHA-256 of `plainToken` under the secret of the table, in hexadecimal digits.',
    ),
  }).meta({ named: 'Taken' }),
  example: { ok: true, accepted: 1, held: 0, arrivalId: null },
  alsoAs: { 'text/xml': ack, 'text/plain': 'what was sent as validationToken' },
}

export function takenAnswer(
  { organizationId, accepted, held, duplicate, ignored, arrivalId }: Taken,
  body: ArrivalBody | null = null,
): Answer {
  if (body !== null && isSoap(body)) {
    const headers = { 'Content-Type': 'text/xml; charset=utf-8' }
    return { status: 200, body: Buffer.from(ack), headers, organizationId }
  }
  return {
    status: 200,
    body: {
      ok: true,
      accepted,
      held,
      arrivalId,
      ...(duplicate === 0 ? {} : { duplicate }),
      ...(ignored === 0 ? {} : { ignored }),
    },
    organizationId,
  }
}

function isSoap({ bytes, contentType, contentEncoding }: ArrivalBody): boolean {
  if (contentEncoding !== null || !/\bxml\b/i.test(contentType ?? '')) return false
  return /<(?:[\w-]+:)?Envelope[\s>]/.test(Buffer.from(bytes.subarray(0, 1_024)).toString('latin1'))
}
