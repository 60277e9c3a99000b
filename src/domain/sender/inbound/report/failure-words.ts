/** Expressions of mail servers that a message was not delivered, in the languages of their notices. */
const expressions = [
  /could not be delivered|couldn'?t be delivered|was(?: not|n't) (?:able to be )?delivered|were unable to deliver|unable to deliver|not able to deliver|could not deliver|delivery (?:to the following|has failed|failed|attempt|status)|did not reach the following|have been unable to|had (?:permanent|temporary|transient)? ?(?:fatal |delivery )*errors|returned to (?:the )?sender|no such user|user unknown|unknown user|mailbox (?:unavailable|full)|undeliverable|this is (?:a|the) (?:permanent error|qmail|mail system|postfix)|message that you sent|has not been delivered|cannot be delivered|can't be delivered|sorry to have to inform/i,
  /(?:nicht zugestellt|unzustellbar|zustellung .{0,40}fehlgeschlagen)/i,
  /n['’]a (?:pas )?pu (?:pas )?[eê]tre (?:d[eé]livr|remis|distribu|envoy|livr|achemin)|n['’]a pas [eé]t[eé] (?:d[eé]livr|remis|distribu)|échec de (?:la )?(?:remise|distribution|livraison)/i,
  /no se (?:pudo|ha podido|puede) (?:entregar|enviar)|no (?:ha sido|fue) (?:posible )?entreg|não (?:pôde|pode|foi) (?:ser )?entreg|não foi possível (?:a )?entreg/i,
  /non è stato possibile|impossibile (?:recapitare|consegnare)|non (?:è stato|può essere) (?:recapitat|consegnat)|kon niet (?:worden )?(?:bezorgd|afgeleverd)|niet (?:bezorgd|afgeleverd) (?:kon )?worden/i,
  /nie (?:mogł[ao]|może|został[ao]?) (?:zostać |być )?dostarczon|nie udało się dostarczyć|(?:kunde inte|kunne ikke) (?:levereres|levereras|leveres)|ei voitu toimittaa|nemohl[ao]? být doručen|nelze doručit|nebyla? doručen|nem (?:lehetett|sikerült) kézbesíteni|nu a putut fi livrat|(?:teslim edile|ileti[lr]e|gönderile)medi/i,
  /не (?:может|могло|удалось|вдалося|може) .{0,20}достав|не был[ао]? доставлен|невозможно доставить|неможливо доставити|не доставлено/i,
  /配信(?:でき|不能|に失敗)|送信(?:でき(?:ま|な)|に失敗)|(?:お届け|配送|配達)(?:でき|に失敗)|届きませんでした|(?:无法|未能|無法)(?:投递|送达|发送|投遞|寄送|遞送|傳遞|送達)|退信|被退回|投递失败|投遞失敗|(?:전송|전달|배달|발송)(?:되지|하지 ?못|에? ?실패|할 수 없)|반송/,
] as const

/** Returns whether a text says that a message was not delivered. */
export const saysDeliveryFailed = (text: string): boolean =>
  expressions.some((expression) => expression.test(text))
