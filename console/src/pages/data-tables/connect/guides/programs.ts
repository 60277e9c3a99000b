import { ingestCurl } from '../../../../components/curl.ts'
import { t } from '../../../../languages/text.ts'
import { type Guide, onlyUrl } from './guide.ts'
import { javaScript, python } from './snippets.ts'

/** Setup guides for sending records from programs that users write. */
export const programs: readonly Guide[] = [
  {
    name: 'curl',
    isForeign: false,
    steps: [],
    paste: ({ url, record }) => [{ label: t('Command'), text: ingestCurl(url, record) }],
  },
  {
    name: 'JavaScript',
    isForeign: false,
    steps: [],
    paste: (sent) => [{ label: t('Code'), text: javaScript(sent) }],
  },
  {
    name: 'Python',
    isForeign: false,
    steps: [],
    paste: (sent) => [{ label: t('Code'), text: python(sent) }],
  },
  {
    name: 'Another source',
    isForeign: true,
    steps: [
      t('Search the settings of your source for “webhook”, “HTTP request” or “POST to URL”.'),
      t(
        'Paste the webhook URL. Spindle reads JSON, form data and XML, with one record or a list of records.',
      ),
      t('Send a test record from your source.'),
    ],
    instead: t(
      'Some sources (Attio, LinkedIn, apps of HubSpot) post only ids of leads. For these sources, use the trigger for new leads of Zapier or Make.',
    ),
    paste: onlyUrl,
  },
]
