public import Foundation

/// The products of the practice store, as the catalogue file that a lead would import.
public enum PracticeCatalog {
    /// The app of the practice store.
    public static let bundleID = "com.example.app"

    /// The catalogue file.
    public static let yaml = Data(
        """
        products:
          premium_week: { kind: auto_renewable, entitlements: [premium], period: P7D, group: "20001", level: 2, price: { EUR: "2.99", USD: "2.99" } }
          premium_month: { kind: auto_renewable, entitlements: [premium], period: P1M, group: "20001", level: 2, price: { EUR: "9.99", USD: "9.99" } }
          premium_year: { kind: auto_renewable, entitlements: [premium], period: P1Y, group: "20001", level: 1, price: { EUR: "79.99", USD: "79.99" } }
          news_month: { kind: auto_renewable, entitlements: [news], period: P1M, group: "20002", level: 1, price: { EUR: "4.99", USD: "4.99" } }
          week_pass: { kind: non_renewing, entitlements: [premium], period: P7D, price: { EUR: "3.99", USD: "3.99" } }
          pro_forever: { kind: non_consumable, entitlements: [pro], price: { EUR: "49.99", USD: "49.99" } }
          coins_100: { kind: consumable, price: { EUR: "0.99", USD: "0.99" } }
          sticker_pack: { kind: consumable, price: { EUR: "1.99", USD: "1.99" } }
          free_issue: { kind: free, entitlements: [reader] }

        """.utf8)
}
