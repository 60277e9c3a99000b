import {
  companyColumn,
  emailColumn,
  firstNameColumn,
  mail,
  shippedTemplate,
  theirCompany,
} from './shipped-template.ts'

export const reviewRequest = shippedTemplate({
  number: 7,
  name: 'Review request',
  description:
    'One e-mail that asks a customer for an honest opinion, which can be quoted with their consent.',
  columns: [emailColumn, firstNameColumn, companyColumn],
  settings: null,
  steps: [
    mail('Would you recommend us?', [
      `you have worked with us for some time now, and I would like to know what it is like for ${theirCompany}.`,
      'Two questions, which you can answer in one minute by replying:',
      '1. From 0 to 10, how likely is it that you would recommend us to a colleague?<br>2. What is the main reason for your number?',
      'If I may quote your answer with your name, please add “you may quote me”. Otherwise it stays between us.',
    ]),
  ],
})
