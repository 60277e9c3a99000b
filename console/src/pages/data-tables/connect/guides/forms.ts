import { type Guide, onlyUrl } from './guide.ts'
import { appsScript } from './snippets.ts'

/** Setup guides for forms, in which people enter their own data. */
export const forms: readonly Guide[] = [
  {
    name: 'Typeform',
    isForeign: true,
    steps: [
      'Open your form and choose Connect → Webhooks → Add a webhook.',
      'Paste the URL and choose “Save webhook”.',
      'Turn the webhook on, then choose “View deliveries” and “Send test request”.',
    ],
    note: 'If you set a secret for the webhook in Typeform, set the same one under Signatures in this table’s settings.',
    paste: onlyUrl,
  },
  {
    name: 'Tally',
    isForeign: true,
    steps: [
      'Open your form and choose Integrations → Webhooks → Connect.',
      'Paste the URL as endpoint and choose Connect.',
      'Submit the form once.',
    ],
    note: 'If you set a signing secret there, set the same one under Signatures in this table’s settings.',
    paste: onlyUrl,
  },
  {
    name: 'Webflow',
    isForeign: true,
    steps: [
      'Open Site settings → Apps & integrations and scroll to Webhooks.',
      'Choose “Add webhook” with the trigger type “Form submission”.',
      'Paste the URL, and add the webhook.',
      'Publish the site and submit the form once.',
    ],
    note: 'Webhooks created in the dashboard are not signed. Webhooks created by an app are.',
    paste: onlyUrl,
  },
  {
    name: 'Elementor',
    isForeign: true,
    steps: [
      'Open the page in Elementor (Pro) and click the form.',
      'Under “Actions After Submit” add “Webhook”.',
      'Open the panel Webhook that appears, and paste the URL.',
      'Turn on “Advanced Data”: fields are then named by their ids and not by their labels.',
      'Update the page and submit the form once.',
    ],
    note: 'Elementor accepts only the answer 200, which an open table gives. With a strict table, it shows an error to the visitor.',
    paste: onlyUrl,
  },
  {
    name: 'Google Forms',
    isForeign: true,
    steps: [
      'Google Forms cannot post to a URL. Use a connector: in Zapier the trigger “New Form Response” of Google Forms, in Make “Watch Responses”.',
      'Continue with the guide for Zapier or Make.',
      'Without a connector: open the form’s responses in Sheets, choose Extensions → Apps Script and paste the script below.',
      'Save it, open Triggers, and add one for the function onFormSubmit, “From spreadsheet”, “On form submit”.',
    ],
    paste: ({ url }) => [{ label: 'Apps Script, without a connector', text: appsScript(url) }],
  },
  {
    name: 'Meta Lead Ads',
    isForeign: true,
    steps: [
      'In Zapier choose the trigger “New Lead” of Facebook Lead Ads, in Make “Watch Leads”, and sign in to your page there.',
      'Choose the page and the form.',
      'Add a step that posts to the URL, as the guide for Zapier or Make says.',
    ],
    instead:
      'Meta’s own webhook (leadgen) holds only the id of a lead, and fetching the lead needs an app that Meta has reviewed. The connectors have one. LinkedIn’s is the same.',
    paste: onlyUrl,
  },
]
