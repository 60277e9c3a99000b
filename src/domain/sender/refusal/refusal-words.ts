import type { RefusalCause } from './status-codes.ts'

/**
 * A cause of a refusal that the server's words can name. `refused` stands for words without a reason
 * ("denied", "rejected"), which mostly mean the sender.
 */
type NamedCause = RefusalCause | 'refused'

/**
 * Matches words in a server's refusal for a mailbox that exists but accepts nothing for now, such as a full
 * mailbox.
 */
const full =
  /(?:mail)?box (?:is |size )?(?:full|exceed|over|limit)|(?:over|exceed\w*|above|out of|beyond)(?: \w+){0,3} ?quota|quota (?:is )?(?:exceed|full|violat|reached)|over ?quota|\bquota\b.{0,30}exceed|exceeded storage|out of storage|insufficient (?:system |disk |mailbox )?(?:storage|space|resources)|storage (?:quota|limit|allocation|space)|(?:not |no )enough (?:disk |storage )?space|no space left|disk (?:full|quota)|account is full|too many messages (?:in|on)|has too much mail|mailbox .{0,40}(?:too large|exceeds)|inbox is full|postfach (?:ist )?(?:über)?voll|casella .{0,20}piena|buz[oó]n .{0,20}llen|caixa .{0,20}cheia|postvak .{0,20}vol\b|skrzynka .{0,30}(?:pełna|przepełniona)|ящик .{0,30}(?:переполнен|заполнен)|превышена? квот|скриньк.{0,30}переповнен|(?:邮箱|信箱|空间|空間|容量).{0,8}(?:已?满|已?滿|超过|超過|不足)|(?:メールボックス|容量)[^。]{0,15}(?:一杯|いっぱい|満杯|超え|超過|オーバー)|(?:용량|메일함|편지함).{0,10}(?:초과|가득)|bo[iî]te .{0,30}pleine|espacio insuficiente|mailfull/i

/**
 * Expressions that match words in a server's refusal which blame the sender: its network, its rate or its
 * messages.
 */
const sender = [
  // Matches words in a server's refusal about block lists and the reputation of the sender.
  /(?:black|block|deny|black ?hole) ?-?list|\bBL\)|spamhaus|spamcop|barracuda ?(?:central|reputation|networks\.com\/reputation)|\bDNS ?[BR]L\b|\bR?RBL\b|\bCBL\b|\bDUL\b|\bsorbs\b|uceprotect|invaluement|surbl|\buribl\b|proofpoint dynamic|senderbase|cloudmark|\breputation\b|sender ?score|(?<!not )listed (?:at|in|by|on|with)\b/i,
  /\b(?:ip|host|server|network|client|range|domain|country|address \[?\d|\d{1,3}(?:\.\d{1,3}){3}\]?)(?!\w).{0,40}(?:is |was |has been |are |temporarily |currently )*(?:blocked|banned|blacklisted|blocklisted|not allowed|denied|forbidden|refused)|(?:blocked|banned|refus\w+|denied|reject\w*) (?:your |this |from |ip|\[?\d)|blocked (?:by|for|using|due|because|temporarily)|block(?:ed)? ip|part of their network is on our/i,
  // Matches words in a server's refusal about the DNS records of the sender's domain.
  /reverse ?-?dns|\brdns\b|\bptr\b|reverse (?:lookup|hostname|host|map|name)|no reverse|cannot (?:find|resolve) your|client host|(?:ip|host)name .{0,30}(?:does not|mismatch|unresolv)|\b(?:helo|ehlo)\b|mismatches client ip|invalid ip for|valid sender domain/i,
  // Matches words in a server's refusal about the authentication of the mail, such as SPF or DKIM.
  /\b(?:spf|dkim|dmarc|domainkeys?|arc)\b|sender ?-?id\b|unauthenticated|not authenticated|authenticat\w+|purported responsible/i,
  // Matches words in a server's refusal about the sender address in the envelope of the message.
  /sender (?:address )?(?:is |was |has been |domain )?(?:reject|den|block|verif|not |invalid|unknown|refused|bad|mismatch|must)|(?:domain of |unroutable |unrouteable |invalid |bad |unknown |bogus |restricted |unauthori[sz]ed |verify |verification of |the |envelope )sender|sender address|sender domain|from address|\bmail ?from\b|return[- ]?path|envelope[- ]?from|does not accept mail from|not accept(?:ing)? (?:mail|messages|e-?mail|connections) from|messages? from .{0,80}(?:weren't|were not|was not|are not|not accepted|reject|temporarily|deferred|will be)|you are not (?:allowed|permitted|authori[sz]ed)|not (?:allowed|permitted|authori[sz]ed) to send|mail from .{0,60}(?:reject|refus|denied|blocked)/i,
  // Matches words in a server's refusal about sending too much or too fast.
  /rate[- ]?limit|(?:sending|message|connection|hourly|daily|ip|user) ?(?:rate|limit|frequency)s? ?(?:is |has been |was )?(?:limit|exceed|reach)?|throttl|frequency limit|too (?:many|much|fast|frequent)\b(?! (?:hops|received))|receiving mail at a rate|unusual(?:ly)? (?:rate|traffic|amount|high)|exceed\w* (?:the )?(?:maximum|allowed|permitted|sending|daily|hourly)|sent to too many|limit exceeded|over(?:ly)? aggressive/i,
  // Matches words in a server's refusal about the content of the message, such as spam.
  /\bspam|spam(?:my)?\b|垃圾邮件|垃圾郵件|スパム|迷惑メール|스팸|спам|spamassassin|junk ?mail|unsolicited|bulk (?:mail|e-?mail|sender)|\bU[BC]E\b|phish|malware|\bvirus|infected|malicious|suspicious|suspected|banned (?:content|file|word)|content (?:filter|reject|restrict|policy|blocked|not)|(?:message|mail|e-?mail|content|header|url|attachment|body|subject).{0,25}(?:filtered|blocked|contains|looks like|scored|prohibited|not allowed|not accepted for policy|unacceptable|quarantin)|attachment|illegal (?:content|attachment)|profan|complaint|\bpolic(?:y|ies)\b|\bAUP\b|prohibited|protocol violation|\brfc ?-?(?:5322|2822|5321|2821|822|821)\b(?!;)|(?:bare (?:lf|cr)|8-?bit|non-?ascii|line (?:length|limit|too long)|duplicate header|(?:missing|invalid|malformed|multiple) .{0,20}header)/i,
  // Matches words in a server's refusal about the size of the message.
  /message (?:size |length |is )?(?:too (?:large|big|long)|exceed|size)|size (?:limit|exceed)|exceeds? .{0,30}(?:size|maximum|length)|too (?:large|big)\b|(?:headers?|mail) too (?:large|big|long)|maximum (?:message )?size/i,
  // Matches words in a server's refusal to relay mail for the sender.
  /\brelay(?:ing|ed|s)?\b(?! recipient|=)|insecure mail|verified|registered sender|restricted to|only (?:members|subscribers|allow)|not (?:a )?(?:members?|subscribed)|members? only/i,
] as const

/** Matches words in a server's refusal for a mailbox that does not exist or takes no mail. */
const mailbox = [
  // The words of German, French, Spanish, Italian, Portuguese and Dutch servers.
  /(?:empfänger|benutzer|postfach|adresse|mailadresse|konto)\p{L}*\b.{0,40}\b(?:unbekannt|existiert nicht|nicht (?:gefunden|bekannt|vorhanden|gültig)|ungültig|gelöscht)|(?:utilisateur|destinataire|adresse|bo[iî]te|compte)\b.{0,40}(?:inconnue?|n['’]existe (?:pas|plus)|introuvable|invalide|inexistante?|supprim[eé])|(?:usuario|destinatario|direcci[oó]n|buz[oó]n|cuenta|usuário|utilizador|destinat[aá]rio|endereço|caixa|conta)\b.{0,40}(?:desconocid[oa]|no (?:existe|encontrad[oa]|v[aá]lid[oa])|inexistente|desconhecid[oa]|não (?:existe|encontrad[oa]|foi encontrad[oa])|inv[aá]lid[oa])|(?:utente|destinatario|indirizzo|casella)\b.{0,40}(?:sconosciut[oa]|inesistente|non (?:esiste|trovat[oa]|valid[oa]))|(?:gebruiker|ontvanger|postvak|adres|postbus)\b.{0,40}\b(?:onbekend|bestaat niet|niet gevonden|ongeldig)/iu,
  // The words of Polish, Scandinavian, Finnish, Czech, Hungarian, Romanian, Turkish, Russian and Ukrainian servers.
  /(?:użytkownik|odbiorca|adres|skrzynka|konto)\p{L}*\b.{0,40}(?:nieznan[yae]|nie (?:istnieje|znalezion[oya])|nieprawidłow[yae])|(?:användare|mottagare|adress|brevlåd|bruger|modtager|postkasse|bruker|mottaker)\p{L}*\b.{0,40}(?:okänd|finns inte|existerar inte|ukendt|findes ikke|eksisterer ikke|ukjent|finnes ikke)|(?:käyttäj|vastaanottaj|osoite|postilaatikko)\p{L}*.{0,40}(?:ei (?:ole olemassa|löydy|löytynyt)|tuntematon)|(?:uživatel|příjemce|adresa|schránka|používateľ|príjemca)\p{L}*.{0,40}(?:neexistuje|neznám|nebyla? nalezen|nenalezen)|(?:felhasználó|címzett|postafiók)\p{L}*.{0,40}(?:ismeretlen|nem (?:létezik|található))|(?:utilizatorul|destinatarul|adresa|căsuța)\b.{0,40}(?:necunoscut|nu exist[aă]|inexistent)|(?:kullanıcı|alıcı|adres|posta kutusu)\p{L}*.{0,30}(?:bulunamadı|mevcut değil|bilinmiyor|geçersiz)|(?:пользовател|получател|адрес|ящик|користувач|одержувач|скриньк)\p{L}*.{0,40}не (?:найден|существует|зарегистрирован|обнаружен|знайден|існує)|неизвестн\p{L}* (?:пользовател|получател|адрес)/iu,
  // The words of Chinese, Japanese and Korean servers.
  /(?:用户|用戶|使用者|账号|帳號|邮箱|信箱|收件人|收件者|地址).{0,8}(?:不存在|无效|無效|未找到|不正确|已(?:被)?(?:注销|停用|删除|刪除))|(?:找不到|查无此|查無此|无此|無此|没有此)(?:用户|用戶|使用者|账号|帳號|邮箱|信箱|收件人|收件者|地址|人)|(?:ユーザー?|宛先|あて先|受信者|アドレス|メールボックス)[^。\n]{0,20}(?:存在し(?:ません|ない)|見つかりません|不明|無効|有効ではありません)|(?:수신자|사용자|받는 ?사람|메일함|편지함|계정|주소).{0,20}(?:존재하지 ?않|찾을 ?수 ?없|유효하지 ?않)|존재하지 ?않는 ?(?:사용자|메일|계정|주소|수신자)/u,
  /(?:user|recipient|mailbox|account|address|addressee|alias|subscriber|person|member|name|destination|customer|e-?mail)(?: name| address| account|box| id)? (?:\S+ )?(?:is |was |has |does |are |could |can )?(?:un ?known|not known|not exist|not found|not be found|not listed|not recogni[sz]ed|invalid|not valid|no longer (?:valid|exists?|available|active|in use|on server|monitored|works?|with)|not (?:a )?(?:valid|known|local|active|here|present|registered|available|on this)|doesn'?t exist|does not exist|non-?existent|n'existe|cannot be found|deleted|removed|expired|nicht (?:gefunden|bekannt|vorhanden)|unbekannt|inconnu|existiert nicht|undeliverable|unavailable or not local)/i,
  /(?:un ?known|no such|non-?existent|nonexistent|invalid|illegal|unrecogni[sz]ed|undefined|bad destination|bad|unroutable|unrouteable|undeliverable|nosuch|not a (?:valid|known)|not our|not local|no valid|cannot find(?: your)?|can't find|couldn'?t find|could not find|not find(?: a)?|no mailbox|no account|no user|no recipient)(?: \w+){0,2} ?(?:users?|recipients?|mail ?box(?:es)?|account|addresse?s?|addressee|alias|local[- ]?part|person|customer|subscriber|userid|destination|(?:mailbox|user|recipient) ?name|e-?mail)\b/i,
  /\buser unknown|\bunknown user|nosuchuser|no (?:account|mailbox|user|recipient) (?:here )?(?:by|with|of) (?:that|this) name|no such (?:user|person|recipient|mailbox|account|address|domain|host|mail drop)|no mailbox (?:here|found|by)|there is no (?:user|such|one|mailbox|account)|not listed in (?:domino|public)|recip(?:ient)?notfound|recipient ?not ?found|unknown or illegal alias|(?:isn't|is not|not) (?:a|an|our) (?:valid|active|known|registered|existing|local|customer|mail)?\s?(?:user|mailbox|recipient|account|address|customer)|(?:this |the )?(?:user|account|recipient|mailbox|address) (?:doesn'?t|does not|did not|don'?t|do not) (?:have|exist|accept|match|receive)|user doesn'?t have|user not (?:known|found)|account (?:has been |is |was )?(?:\S+ ){0,2}(?:disabled|discontinued|closed|deleted|terminated|deactivated|cancell?ed|removed|not active)|(?:mailbox|address|recipient|user|adresse?) (?:has been |is |was |\S+ )?(?:disabled|discontinued|closed|deleted|deactivated|obsolete|moved|retired|disallowed|abandoned)|no longer (?:works?|employed|with|at this|accepts?|in use|valid|exists?)|has moved|has left (?:the )?(?:company|organi[sz]ation)|not accepting (?:e-?mail|mail|messages) (?:at|for) this address|name is not recogni[sz]ed|(?:mailbox|user|recipient|address(?:ee)?|account) (?:unavailable|unknown|inactive address)|mailbox currently unavailable|mailbox not available|invalid recipient|disableduser/i,
  /host (?:or domain (?:name )?)?(?:is )?(?:not found|unknown)|unknown host|unknown domain|(?:domain|host ?name|host)\b.{0,60}(?:not reachable|does not exist|doesn'?t exist|not found|could ?n[o']t be found|is not (?:valid|a valid|registered|known)|non-?existent|nxdomain|unknown|isn'?t valid)|\bnxdomain\b|no such (?:domain|host)|(?:unrouteable|unroutable|unresolvable) (?:mail )?(?:domain|address|host)|bad destination (?:host|mailbox|system)|(?:doesn'?t|does not|do not|will not|not) (?:receive|accept|handle|take) (?:any )?(?:e-?)?mail\b(?! from)|null ?mx|nullmx|no mx\b|find a mail exchanger|illegal host|5\.4\.4 invalid domain|no (?:smtp|mail) service|no mail ?servers? (?:found|for)|all relevant mx records point to non-existent|couldn't find any host (?:by that )?name|dns.{0,20}domain.{0,20}not exist/i,
  /mailbox unavailable|requested action not taken: mailbox|\bno (?:such )?(?:one|body) (?:here|by that name)|usuario desconocido|destinatario (?:desconocido|sconosciuto|no existe)|utilisateur inconnu|adresse (?:inconnue|d au moins|invalide)|destinataire inconnu|empf(?:ä|ae)nger (?:unbekannt|existiert nicht)|benutzer unbekannt|utente (?:sconosciuto|non)|casella .{0,20}(?:inesistente|non)|bruker ukjent|onbekende gebruiker|usuário (?:desconhecido|inexistente)|caixa postal inexistente|neznám[ýy]|nieznany|пользователь .{0,30}не (?:найден|существует|зарегистрирован)|нет такого|(?:用户|用戶|账号|帳號|邮箱|信箱|收件人|地址)\S{0,6}不存在|ユーザー?が(?:見つかりません|存在しません)|宛先(?:不明|が見つかりません)|ディレクトリ(?:ー)?に(?:は)?見つかりません|あて先|リストにありません/i,
] as const

/**
 * Matches words in a server's refusal for a mailbox that is gone. They count even if the server refuses the
 * message instead of the recipient.
 */
const gone =
  /(?:does ?n[o']t|does not) have an? \S+ account|account or domain may not exist|recipient address(?:es)? rejected ?: ?access denied|^\D{0,3}5\d\d \S+\.\S+ does not exist/i

/**
 * Matches words in a server's refusal for a mailbox that may come back, such as a suspended one. Its address is
 * therefore not suppressed.
 */
const dormant =
  /(?:account|mailbox|user|recipient|address)\b.{0,40}\b(?:inactive|frozen|suspended|locked|blocked|bloqu|temporarily|over)|(?:temporarily|temporary) (?:disabled|unavailable|inactive|suspended)|try again later|not\s+found, try again|mailbox is (?:frozen|locked|inactive)|compte .{0,30}bloqu/i

const route =
  /gr[ea]y-?list|time[d -]*out|expired|too many hops|hop count|mail (?:loop|forwarding loop)|loop(?:ing|s back)|routing loop|retry time|delivery (?:time|attempts)(?!: \d)|connection (?:refused|reset|lost|failed|dropped|closed)|could not (?:be )?(?:connect|reached|contact)|no route|network (?:is )?unreachable|host (?:is )?(?:down|unreachable)|name (?:service|server) (?:error|timeout)|temporary (?:lookup|failure|error)|lookup (?:failure|failed)|not (?:currently )?accepting connections|service (?:currently )?(?:not available|unavailable)|system (?:error|problem)|internal (?:server |system )?error|configuration (?:error|problem)|unexpected|bad sequence|improper sequence|syntax error|tls|certificate|out of memory|couldn'?t create|command (?:failed|output|time)|deferred/i

const refused =
  /\b(?:den(?:y|ied)|reject\w*|refus\w*|block\w*|not accepted|forbidden|not allowed|not permitted|mail rejete|decline\w*|closed by)\b/i

/** Matches a refusal whose only reason is the address of the recipient. */
const refusedAddress =
  /\b5\d\d[\s-]+(?:#?5\.[01]\.\d\W+)?\W{0,8}(?:the )?(?:recipient(?:'s)?|rcpt|user|mailbox|(?:(?:recipient|destination|e-?mail|mailbox) )?address(?:ee)?)(?: (?:is|was|has been))? (?:rejected|refused|not accepted)[\s.!]*(?:$|[([;-])/i

export const refusesAddress = (serverResponse: string): boolean => refusedAddress.test(serverResponse)

export const saysMailboxIsGone = (serverResponse: string): boolean => gone.test(serverResponse)

/**
 * Returns whether a notice lists what may be the reason, such as a wrong address, instead of saying what it is. The
 * answer of a server, with its code, is no guess.
 */
const isGuess = (serverResponse: string): boolean =>
  /(?:possible|possibly|probable|likely) (?:reason|cause)|one of the following reasons|mögliche (?:ursache|gründe)|(?:raison|cause)s? (?:possible|probable)|posibles? (?:causa|raz)|possíve(?:l|is) (?:causa|raz)|possibili? caus|mogelijke (?:oorza|reden)|возможн\p{L}* причин|可能(?:的)?原因|考えられる原因|原因として|가능한 원인/iu.test(
    serverResponse,
  ) && !/(?:^|[\s:<("'#])[45](?:\d\d[\s:;-]|\.\d{1,3}\.\d)/.test(serverResponse)

/** Returns the cause that the words of a server's refusal name. The words must not contain addresses. */
export function causeOfWords(serverResponse: string): NamedCause {
  if (full.test(serverResponse)) return 'unavailable'
  if (saysMailboxIsGone(serverResponse)) return 'mailbox'
  if (sender.some((one) => one.test(serverResponse))) return 'sender'
  if (
    dormant.test(serverResponse) &&
    !/(?<!temporar(?:il)?y )disabled|does ?n[o']t exist|unknown/i.test(serverResponse)
  )
    return 'unavailable'
  if (mailbox.some((one) => one.test(serverResponse))) return isGuess(serverResponse) ? 'unknown' : 'mailbox'
  if (route.test(serverResponse)) return 'route'
  return refused.test(serverResponse) ? 'refused' : 'unknown'
}
