import Purchases

/// The answers to customers in German, without their greeting: what is the case, then what the customer does next.
///
/// Kind, short, in everyday words, with the formal address; each says the same as its English one.
enum GermanReplies {
    /// The answer to a situation.
    static func text(_ situation: ReplySituation) -> String {
        switch situation {
        case .lossOfFunds:
            """
            es tut uns leid: Ihre Zahlung[ von {amount}][ für {product}][ vom {charged_on}] ist angekommen, aber Sie \
            haben nicht erhalten, was Sie gekauft haben. Wir bringen es in Ordnung.

            Sie müssen nichts tun: Wir geben Ihnen, was Sie bezahlt haben, und schreiben Ihnen, sobald es da ist.
            """
        case .lossOfConsumable:
            """
            es tut uns leid: Ihre Zahlung[ von {amount}][ für {product}][ vom {charged_on}] ist angekommen, aber Sie \
            haben nicht erhalten, was Sie gekauft haben. Wir bringen es in Ordnung.

            Sie müssen nichts tun: Wir schreiben es Ihrem Konto gut und melden uns, sobald es da ist.
            """
        case .inReview:
            """
            wir haben Ihren Kauf[ von {product}][ vom {charged_on}] gefunden, wissen aber noch nicht, warum er Ihnen \
            nichts gibt. Wir gehen dem nach.

            Sie müssen nichts tun: Wir schreiben Ihnen, sobald wir mehr wissen.
            """
        case .invoiceNeeded:
            """
            wir möchten Ihren Kauf[ von {product}][ vom {charged_on}] in Ordnung bringen, können aber noch nicht sicher \
            sagen, was gekauft wurde.

            Bitte senden Sie uns die Rechnung, die Apple Ihnen per E-Mail geschickt hat: Die Bestellnummer beginnt mit M.
            """
        case .undelivered:
            """
            Ihre Zahlung[ von {amount}][ für {product}][ vom {charged_on}] ist angekommen, und die App holt noch ab, was \
            Sie gekauft haben. Sie müssen es nicht noch einmal kaufen.

            Bitte öffnen Sie die App einmal, während Sie online sind, und lassen Sie sie eine Minute offen; ist bis \
            morgen nichts da, antworten Sie auf diese Nachricht, und wir kümmern uns darum.
            """
        case .overdue:
            """
            es tut uns leid, dass Sie noch warten: Ihre Zahlung[ von {amount}][ für {product}][ vom {charged_on}] ist \
            angekommen, aber was Sie gekauft haben, ist noch nicht bei Ihnen. Wir bringen es in Ordnung.

            Sie müssen nichts tun und es nicht noch einmal kaufen: Wir geben Ihnen, was Sie bezahlt haben, und schreiben \
            Ihnen, sobald es da ist.
            """
        case .overdueConsumable:
            """
            es tut uns leid, dass Sie noch warten: Ihre Zahlung[ von {amount}][ für {product}][ vom {charged_on}] ist \
            angekommen, aber was Sie gekauft haben, ist noch nicht bei Ihnen. Wir bringen es in Ordnung.

            Sie müssen nichts tun und es nicht noch einmal kaufen: Wir schreiben es Ihrem Konto gut und melden uns, \
            sobald es da ist.
            """
        case .notCharged:
            """
            Ihr Kauf[ von {product}] wurde nicht abgeschlossen, und der App Store hat uns bisher keine Zahlung dafür \
            gemeldet.

            Bitte sehen Sie in den Rechnungen nach, die Apple Ihnen per E-Mail schickt; steht die Zahlung auf einer \
            davon, senden Sie sie uns: Die Bestellnummer beginnt mit M.
            """
        case .delivered:
            """
            Ihr Kauf[ von {product}][ vom {charged_on}] ist angekommen.

            Bitte öffnen Sie die App; sehen Sie ihn dort nicht, tippen Sie auf „Käufe wiederherstellen“.
            """
        case .deliveredLate:
            """
            es tut uns leid, dass Sie warten mussten: Ihr Kauf[ von {product}][ vom {charged_on}] ist inzwischen \
            angekommen.

            Bitte öffnen Sie die App; sehen Sie ihn dort nicht, tippen Sie auf „Käufe wiederherstellen“.
            """
        case .openApp:
            """
            Ihr Kauf[ von {product}][ vom {charged_on}] ist angekommen, und die App muss ihn nur noch abschließen.

            Bitte öffnen Sie die App einmal, während Sie online sind.
            """
        case .undecided:
            """
            Apple hat uns noch nicht gesagt, ob Ihre Zahlung[ für {product}] geklappt hat. Vielleicht muss noch jemand \
            aus Ihrer Familie zustimmen.

            Bitte warten Sie bis morgen, bevor Sie es noch einmal versuchen.
            """
        case .restored:
            """
            was Sie wiederhergestellt haben[, {product},] ist ein früherer Kauf von Ihnen. Ihnen wurde nichts noch \
            einmal berechnet.

            Sie müssen nichts tun: Es bleibt Ihnen.
            """
        case .testPurchase:
            """
            Ihr Kauf[ von {product}] wurde in einer Testversion der App gemacht. Er hat nichts gekostet und zählt in der \
            App aus dem App Store nicht.

            Bitte kaufen Sie in der App aus dem App Store; wenn Sie für uns testen, antworten Sie auf diese Nachricht.
            """
        case .madeGood:
            """
            es tut uns leid, dass es mit Ihrem Kauf[ von {product}][ vom {charged_on}] Ärger gab. Wir haben ihn \
            ausgeglichen[: Sie haben {entitlement}][ bis zum {until}].

            Bitte öffnen Sie die App einmal, während Sie online sind; dann ist alles da.
            """
        case .credited:
            """
            es tut uns leid, dass es mit Ihrem Kauf[ von {product}][ vom {charged_on}] Ärger gab. Wir haben ihn Ihrem \
            Konto gutgeschrieben.

            Bitte öffnen Sie die App einmal, während Sie online sind; dann ist alles da.
            """
        case .refunded:
            """
            Apple hat Ihnen das Geld[ für {product}] zurückgegeben. Es kann einige Tage dauern, bis Sie es sehen.

            Wenn Sie weitermachen möchten, können Sie jederzeit in der App wieder kaufen.
            """
        case .refundedBefore:
            """
            Apple hat Ihnen das Geld[ für {product}][ am {since}] zurückgegeben. Es sollte inzwischen bei Ihnen sein; \
            falls Sie es nicht sehen, fragen Sie bitte Ihre Bank.

            Wenn Sie weitermachen möchten, können Sie jederzeit in der App wieder kaufen.
            """
        case .superseded:
            """
            Ihr erster Versuch[, {product} zu kaufen,] wurde nicht abgeschlossen; kurz danach hat der Kauf aber \
            geklappt.

            Bitte öffnen Sie die App, während Sie online sind; sehen Sie Ihren Kauf dort nicht, tippen Sie auf „Käufe \
            wiederherstellen“, oder antworten Sie auf diese Nachricht.
            """
        case .duplicate:
            """
            wir kümmern uns schon um diesen Kauf: Ihre Nachricht und eine frühere betreffen denselben.

            Sie müssen nichts tun: Sie erhalten eine Antwort auf beide.
            """
        case .writtenOff:
            """
            wir haben uns Ihren Kauf[ von {product}][ vom {charged_on}] genau angesehen; leider können wir ihn nicht \
            selbst in Ordnung bringen.

            Bitte lassen Sie sich das Geld von Apple zurückgeben: Das geht unter reportaproblem.apple.com.
            """
        case .closed:
            """
            wir haben uns Ihren Kauf[ von {product}][ vom {charged_on}] angesehen und Ihren Fall[ {case}] abgeschlossen.

            Wenn noch etwas fehlt, antworten Sie bitte auf diese Nachricht: Dann sehen wir ihn uns wieder an.
            """
        case .active:
            """
            Sie haben Zugang[ zu {entitlement}][ bis zum {until}].

            Bitte öffnen Sie die App; sehen Sie ihn dort nicht, tippen Sie auf „Käufe wiederherstellen“.
            """
        case .granted:
            """
            wir haben Ihnen Zugang[ zu {entitlement}][ bis zum {until}] gegeben.

            Bitte öffnen Sie die App einmal, während Sie online sind; dann ist alles da.
            """
        case .gracePeriod:
            """
            Ihr Abo konnte zuletzt nicht abgebucht werden. Ihr Zugang[ zu {entitlement}] bleibt Ihnen[ bis zum {until}], \
            damit Sie Zeit haben, sich darum zu kümmern.

            Bitte ändern Sie bis dahin Ihre Zahlungsmethode: auf dem iPhone unter Einstellungen, Ihr Name, Zahlung & \
            Versand.
            """
        case .billingRetry:
            """
            Ihr Abo konnte zuletzt nicht abgebucht werden, und Ihr Zugang[ zu {entitlement}] pausiert, bis die Abbuchung \
            gelingt.

            Bitte ändern Sie Ihre Zahlungsmethode: auf dem iPhone unter Einstellungen, Ihr Name, Zahlung & Versand.
            """
        case .failingBeside:
            """
            Sie haben Zugang[ zu {entitlement}][ bis zum {until}], aber Ihr Abo konnte zuletzt nicht abgebucht werden.

            Bitte ändern Sie Ihre Zahlungsmethode, wenn Sie das Abo behalten möchten: auf dem iPhone unter \
            Einstellungen, Ihr Name, Zahlung & Versand.
            """
        case .expired:
            """
            Ihr Zugang[ zu {entitlement}] ist[ am {since}] abgelaufen.

            Haben Sie seither wieder gekauft, tippen Sie bitte in der App auf „Käufe wiederherstellen“; sonst können Sie \
            dort jederzeit ein neues Abo abschließen.
            """
        case .expiredTurnedOff:
            """
            Ihr Zugang[ zu {entitlement}] ist[ am {since}] abgelaufen, weil die Verlängerung ausgeschaltet war.

            Haben Sie seither wieder gekauft, tippen Sie bitte in der App auf „Käufe wiederherstellen“; sonst können Sie \
            dort jederzeit ein neues Abo abschließen.
            """
        case .expiredBilling:
            """
            Ihr Zugang[ zu {entitlement}] ist[ am {since}] abgelaufen, weil Apple die Verlängerung nicht abbuchen konnte.

            Bitte ändern Sie Ihre Zahlungsmethode, auf dem iPhone unter Einstellungen, Ihr Name, Zahlung & Versand; \
            schließen Sie dann in der App ein neues Abo ab.
            """
        case .expiredPrice:
            """
            Ihr Zugang[ zu {entitlement}] ist[ am {since}] abgelaufen, weil dem neuen Preis nicht zugestimmt wurde.

            Haben Sie seither wieder gekauft, tippen Sie bitte in der App auf „Käufe wiederherstellen“; sonst können Sie \
            dort jederzeit ein neues Abo zum neuen Preis abschließen.
            """
        case .expiredProduct:
            """
            Ihr Zugang[ zu {entitlement}] ist[ am {since}] abgelaufen, weil Ihr Abo nicht mehr angeboten wird.

            Bitte sehen Sie in der App nach, was es jetzt gibt; haben Sie seither etwas davon gekauft, tippen Sie dort auf \
            „Käufe wiederherstellen“.
            """
        case .familyEnded:
            """
            Ihr Zugang[ zu {entitlement}] kam von Ihrer Familie, die ihn nicht mehr teilt.

            Bitte sprechen Sie mit der Person, die in Ihrer Familie die Käufe verwaltet, oder schließen Sie in der App \
            ein eigenes Abo ab.
            """
        case .otherAccount:
            """
            Ihr Kauf gehört[ seit {since}] zu einem anderen Konto der App.

            Bitte melden Sie sich in der App mit diesem Konto an; gehört es nicht Ihnen, antworten Sie bitte auf diese \
            Nachricht.
            """
        case .upgraded:
            """
            Sie haben auf einen anderen Tarif gewechselt, und der ist auf dem Weg zu uns.

            Bitte warten Sie ein wenig; sehen Sie ihn bis morgen nicht, tippen Sie in der App auf „Käufe \
            wiederherstellen“.
            """
        case .upcoming:
            """
            Ihr Zugang[ zu {entitlement}] hat noch nicht begonnen.[ Er beginnt am {from}.]

            Sie müssen nichts tun: Er beginnt von selbst.
            """
        case .grantEnded:
            """
            der Zugang[ zu {entitlement}], den wir Ihnen gegeben hatten, ist[ am {since}] abgelaufen.

            Fehlt noch etwas, das Sie bezahlt haben, sagen Sie uns bitte, was; sonst können Sie jederzeit in der App ein \
            Abo abschließen.
            """
        case .consumable:
            """
            wir haben Ihren Kauf[ von {product}][ vom {charged_on}] gefunden. Was Sie gekauft haben, wird in der App \
            verbraucht und schaltet nichts dauerhaft frei.

            Wenn Ihnen etwas fehlt, sagen Sie uns, was fehlt, und senden Sie uns bitte die Rechnung, die Apple Ihnen per \
            E-Mail geschickt hat.
            """
        case .noRecord:
            """
            wir konnten noch keinen Kauf von Ihnen finden.

            Bitte senden Sie uns die Rechnung, die Apple Ihnen per E-Mail geschickt hat: Die Bestellnummer beginnt mit M.
            """
        case .restorePurchases:
            """
            soweit wir wissen, ist Ihr Zugang[ zu {entitlement}][ am {since}] abgelaufen; vielleicht hat uns eine \
            Verlängerung nicht erreicht.

            Bitte öffnen Sie die App und tippen Sie auf „Käufe wiederherstellen“.
            """
        case .renewalOff:
            """
            Ihr Zugang[ zu {entitlement}] endet[ am {until}], weil die Verlängerung ausgeschaltet ist.

            Möchten Sie ihn behalten, schalten Sie die Verlängerung auf dem iPhone unter Einstellungen, Ihr Name, \
            Abonnements wieder ein; hat Ihnen etwas gefehlt, antworten Sie bitte auf diese Nachricht.
            """
        case .priceIncrease:
            """
            der Preis Ihres Abos ändert sich, und Apple fragt, ob Sie zustimmen. Ohne Ihre Antwort endet es[ am {until}].

            Bitte stimmen Sie auf dem iPhone unter Einstellungen, Ihr Name, Abonnements zu, wenn Sie weitermachen \
            möchten.
            """
        case .downgrade:
            """
            Ihr Abo wechselt bei der nächsten Verlängerung[ am {until}] in einen anderen Tarif.

            Bitte sagen Sie uns, ob Ihnen etwas gefehlt hat, damit wir den passenden Tarif finden; bis dahin können Sie \
            es auf dem iPhone unter Einstellungen, Ihr Name, Abonnements ändern.
            """
        case .commitmentCancelled:
            """
            Ihr Abo ist gekündigt. Es wird über eine feste Laufzeit[, die am {committed_until} endet,] Monat für Monat \
            bezahlt: Danach verlängert es sich nicht, und bis dahin wird es jeden Monat abgebucht.[ Noch offen: \
            {payments}.]

            Sie müssen nichts tun: Ihr Zugang[ zu {entitlement}] bleibt Ihnen bis zum Ende der Laufzeit.
            """
        case .refundWanted:
            """
            wir verstehen, dass Sie Ihr Geld[ für {product}] zurückhaben möchten. Was im App Store gekauft wurde, kann \
            nur Apple erstatten.

            Bitte wenden Sie sich dafür an Apple: Das geht unter reportaproblem.apple.com.
            """
        }
    }
}
